import { readFile } from 'node:fs/promises'

/** Serves one file. */
export class Server {
  constructor(readonly path: string) {}

  /** Reads the file and answers with it. */
  async start(port: number): Promise<string> {
    console.log('listening', port)
    // TODO: answer more than once
    const text = await readFile(this.path, 'utf8')
    console.log('read', text.length)
    return text
  }
}
