// Files that the compared calls search.

import { lutimesSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import { tree } from '../../../napi/testing/tree.mjs'

const FILES = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.gitignore': 'ignored.txt\n',
  '.hidden/h.txt': 'needle\n',
  'a.txt': 'one needle\ntwo\nthree needle needle\nfour\nfive\nsix needle\n',
  'broken.txt': 'f(a\nfoo.bar(\na)b x\n[z\n',
  'crlf.txt': 'needle\r\nx\r\nneedle two\r\n',
  'ignored.txt': 'needle\n',
  'latin.txt': Buffer.from('h\xe4 needle\n', 'latin1'),
  'nul.dat': 'needle\0needle\n',
  'node_modules/m/i.js': 'needle\n',
  'sub/b.rs': 'fn main() {\n    let x = needle(1);\n}\n',
  'sub/c.py': 'x = f(1)\nf(2)\n',
  'sub/deep/d.txt': 'needle\n',
  'sub/AGENTS.md': 'x\n',
  'utf.txt': 'äöü needle é\n',
  'code/a.js': 'foo(1);\nlet é = foo(bar(2), 3);\nclass A { m() { foo(4) } }\n',
  'code/b.ts': 'foo<number>(1);\nfoo(5);\n',
  'code/lib/c.py': 'foo(1)\nprint(foo(2))\n',
  'code/text.md': 'foo(9)\n',
  'bad/a.js': 'foo(1;\nfoo(2);\n',
}

/** Creates the tree. Every file has another time. Returns its path. */
export function plant() {
  const root = tree(FILES)
  Object.keys(FILES).forEach((file, n) => utimesSync(join(root, file), 1_700_000_000, 1_700_000_000 + 10 * n))
  for (const [link, target] of [['link.txt', 'a.txt'], ['dirlink', 'sub'], ['dangling', 'nowhere']]) {
    symlinkSync(target, join(root, link))
    lutimesSync(join(root, link), 1_700_000_000, 1_699_999_999)
  }
  return root
}
