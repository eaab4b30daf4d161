#!/usr/bin/env node
/**
 * Builds what the row serde-wasm-bindgen runs, into compiled/: `node bench/src/codec/rivals/serde-wasm-bindgen/build.mjs`. It needs
 * cargo and `rustup target add wasm32-unknown-unknown`, which the benchmark itself does not: the result lies in the repository.
 */

import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const BUILT = 'compiled'

cargo('build', '--locked', '--release', '--lib', '--target', 'wasm32-unknown-unknown')
rmSync(new URL(BUILT, import.meta.url), { recursive: true, force: true })
cargo(
  'run',
  '--locked',
  '--package',
  'bindgen',
  'target/wasm32-unknown-unknown/release/slipring_serde_rival.wasm',
  BUILT,
)
// Nothing imports the declarations of the module itself.
rmSync(new URL(`${BUILT}/serde-rival_bg.wasm.d.ts`, import.meta.url))
console.log(`${BUILT}: ${readdirSync(new URL(BUILT, import.meta.url)).join(', ')}`)

/** @param {string[]} args */
function cargo(...args) {
  execFileSync('cargo', args, { cwd: folder, stdio: 'inherit' })
}
