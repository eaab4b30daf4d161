/**
 * A worker writes a world of 10,000 entities a thousand times a second, and this thread reads it at each frame.
 * `npm run prove -- state` runs for 30 seconds, `-- --minutes 10` for longer. An entity has 27 bytes.
 *
 * No state may be torn: each has a checksum. No state may be older than the one before. A frame may leave 256 bytes for the
 * garbage collector, on either side.
 */

import { parseArgs } from 'node:util'
import { Worker } from '@slipring/worker'
import { Garbage } from './garbage.ts'
import { sumOf, World } from './world.ts'

const RATE_PER_SECOND = 1000
const FRAME_MS = 1000 / 60
const MOST_GARBAGE = 256
/** Until then engines compile. */
const WARM_UP_MS = 3000
/** A busy machine has few frames in that time. */
const WARM_UP_STATES = 240
/** A machine that is so busy that less happens has proved nothing. */
const FEWEST_WRITTEN_PER_SECOND = 200
const FEWEST_FRAMES_PER_SECOND = 15

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '0.5' } } })
const seconds = Number(values.minutes) * 60
if (!(seconds > 0)) throw new RangeError(`Cannot run for ${values.minutes} minutes: use a number above 0`)

const worker = new Worker(new URL('writer.worker.ts', import.meta.url), {
  workerData: { ratePerSecond: RATE_PER_SECOND, warmUpMs: WARM_UP_MS },
})
const { reader } = worker.port.state(World)
const garbage = new Garbage()
const found = { frames: 0, states: 0, torn: 0, older: 0 }
let last = 0

function frame(): void {
  const world = reader.latest()
  if (world === undefined || world.tick === last) return
  found.states++
  if (world.tick < last) found.older++
  last = world.tick
  if (sumOf(world.tick, world.entities) !== world.sum) found.torn++
}

const startedAt = performance.now()
for (;;) {
  const now = performance.now()
  if (now - startedAt > seconds * 1000) break
  found.frames++
  if (now - startedAt < WARM_UP_MS || found.states < WARM_UP_STATES) frame()
  else garbage.of(frame)
  // A thread that is late catches up with its next frame, as a display does.
  const left = FRAME_MS - ((performance.now() - startedAt) % FRAME_MS)
  await new Promise((resolve) => setTimeout(resolve, left))
}

worker.postMessage('end')
const { written, garbage: writerGarbage } = await worker.port.receive()
const newest = reader.latest()
await worker.terminate()

const result = {
  seconds,
  mode: reader.mode,
  written,
  ...found,
  overwritten: reader.overwritten,
  garbage: { reader: Math.round(garbage.median), writer: Math.round(writerGarbage) },
}
console.log(JSON.stringify(result))

const failures = [
  found.torn > 0 && `${found.torn} states were torn`,
  found.older > 0 && `${found.older} states were older than the one before`,
  newest?.tick !== written && `the last of ${written} states is ${newest?.tick}`,
  written < seconds * FEWEST_WRITTEN_PER_SECOND && `only ${written} states in ${seconds} s: the machine is too busy`,
  found.frames < seconds * FEWEST_FRAMES_PER_SECOND && `only ${found.frames} frames: the machine is too busy`,
  garbage.median > MOST_GARBAGE && `a frame of the reader leaves ${Math.round(garbage.median)} bytes of garbage`,
  writerGarbage > MOST_GARBAGE && `an update of the writer leaves ${Math.round(writerGarbage)} bytes of garbage`,
].filter((failure) => failure !== false)
if (failures.length !== 0) throw new Error(failures.join('; '))
