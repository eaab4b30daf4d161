// @ts-nocheck: it is run as it stands.
/** Stock Comlink by its adapter for Node; with `execArgv` of its own (second argument). */

import { Worker } from 'node:worker_threads'
import { outcome, print, printRingMessages } from './report.mjs'
import * as Comlink from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'

const [isOwnExecArgv] = process.argv.slice(2)
const options = isOwnExecArgv ? { execArgv: ['--no-warnings'] } : {}
const workers = [0, 1].map(() => new Worker(new URL('comlink.worker.mjs', import.meta.url), options))
const [one, two] = workers.map((worker) => Comlink.wrap(nodeEndpoint(worker)))

print(await Promise.all(Array.from({ length: 300 }, (_, a) => (a % 2 ? one : two).add(a, 1))))
print(await outcome(one.fail()))
print(await outcome(two.later('x')))
const buffer = new ArrayBuffer(1 << 20)
const filled = await one.fill(Comlink.transfer(buffer, [buffer]))
print(buffer.byteLength, filled.byteLength, new Uint8Array(filled)[12345])
const numbers = []
print(
  await one.each(
    50,
    Comlink.proxy((number) => void numbers.push(number)),
  ),
  numbers.length,
  numbers.at(-1),
)
const counter = await two.counter()
for (let turn = 0; turn < 40; turn++) await counter.add(2)
print(await counter.add(0))
const made = await new one.Counter()
print(await made.add(5), await made.add(6))
counter[Comlink.releaseProxy]()
made[Comlink.releaseProxy]()
print(await one.add(2, 2))
printRingMessages()
print(await Promise.all(workers.map((worker) => worker.terminate())))
