/**
 * 100,000 tasks while workers die at random: `npm run prove -- pool-deaths`, or with a number of tasks and of threads. Afterwards
 * nothing of the pool is left in the process.
 */

import { runDeaths } from './deaths.ts'

const [count = '100000', threads = '3'] = process.argv.slice(2)
const before = process.getActiveResourcesInfo().filter(isOfPools)
const since = performance.now()
const tally = await runDeaths(Number(count), Number(threads))
const seconds = ((performance.now() - since) / 1000).toFixed(1)
console.log(`${count} tasks on ${threads} threads in ${seconds} s: ${JSON.stringify(tally)}`)
// The workers that ended last are freed in the next turns of the event loop.
await new Promise((resolve) => setTimeout(resolve, 100))
const after = process.getActiveResourcesInfo().filter(isOfPools)
if (after.length > before.length) throw new Error(`The pool has left ${after.join(', ')}`)

function isOfPools(resource: string): boolean {
  return resource === 'MessagePort' || resource === 'Worker'
}
