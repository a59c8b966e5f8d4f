// Program that tests bundle and run: prints the number of matches in a directory.

import { RansackOptionError, grep, visibleWidth } from 'ransack'
import { hasMatch } from 'ransack/pi'

async function main() {
  const { totalMatches } = await grep({ pattern: 'needle', path: process.argv[2] })
  const error = await grep({ pattern: 'needle', ignorecase: true }).catch((error) => error)
  console.log(totalMatches, visibleWidth('漢字'), error instanceof RansackOptionError, hasMatch('f(a', 'f(a'))
}

main()
