// Builds the addon without optimisation, beside what `cargo test` builds, and generates its type
// declarations: minutes less than the release build, for work on a test.

import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { generateTypeDef, parseTriple } from '@napi-rs/cli'

const napi = fileURLToPath(new URL('../', import.meta.url))
const output = (program, ...args) => execFileSync(program, args, { cwd: napi, encoding: 'utf8', maxBuffer: 2 ** 28 })

const { target_directory: target } = JSON.parse(output('cargo', 'metadata', '--no-deps', '--format-version=1'))
const { platform, platformArchABI } = parseTriple(/^host: (.*)$/m.exec(output('rustc', '-vV'))[1])

// The compiler writes the declarations, so the crate has to be compiled again.
const typeDefDir = join(target, 'napi-types')
rmSync(typeDefDir, { recursive: true, force: true })
mkdirSync(typeDefDir, { recursive: true })
utimesSync(join(napi, 'src/lib.rs'), new Date(), new Date())
const env = { ...process.env, NAPI_TYPE_DEF_TMP_FOLDER: typeDefDir }
// The other package has the features of dependencies that the tests were built with.
execFileSync('cargo', ['build', '--lib', '--package=ransack-napi', '--package=ransack-testing'], { cwd: napi, env, stdio: 'inherit' })

const library = { darwin: 'libransack_napi.dylib', win32: 'ransack_napi.dll' }[platform] ?? 'libransack_napi.so'
copyFileSync(join(target, 'debug', library), join(napi, `ransack.${platformArchABI}.node`))
const { dts } = await generateTypeDef({ typeDefDir, cwd: napi, noDtsHeader: true, constEnum: false })
writeFileSync(join(napi, 'native.d.ts'), dts)
