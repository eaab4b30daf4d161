/** In Node, Bun and Deno: every litmus test of the engine, `counts.js <ms each> <seed>`; the counts as JSON. */

import { runAll } from './all.js'
import { startThread } from './on-node.js'

const [ms, seed] = process.argv.slice(2)
console.log(JSON.stringify(await runAll(startThread, Number(ms), Number(seed))))
