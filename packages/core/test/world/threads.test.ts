import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { attachWorld, createWorld, freeWorldReader, freeWorldWriter } from '../../src/world/index.ts'
import { foundIn, type Name, names, newTally, parts, type Start } from './threads.ts'

/** `WORLD_SECONDS=150 WORLD_RATE=1000` is the long run; without a rate writers go as fast as they can. */
const SECONDS = Number(process.env['WORLD_SECONDS'] ?? 2)
const RATE = Number(process.env['WORLD_RATE'] ?? Infinity)
const READERS = 2
const FEWEST_FRAMES = 50
const FEWEST_KILLS = 3
/** Longer than a thread of a busy machine is kept waiting, mostly: else all are late all the time. */
const PATIENCE_MS = 50
const SEED = Number(process.env['WORLD_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

interface Side {
  readonly worker: Worker
  readonly name: Name | undefined
  readonly place: number
  readonly ended: Promise<unknown>
}

function randomFrom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 2 ** 31
  }
}

test(
  'three writers and two readers, killed and restarted at random: no frame is mixed, torn or older',
  async () => {
    const random = randomFrom(SEED)
    const { offer } = createWorld(parts, { readers: READERS + 1, patienceMs: PATIENCE_MS })
    const stop = new Int32Array(new SharedArrayBuffer(4))
    const tally = newTally()
    const start = async (name: Name | undefined): Promise<Side> => {
      const workerData: Start = { offer, stop, tally, ratePerSecond: RATE, ...(name !== undefined && { name }) }
      const worker = new Worker(new URL('side.worker.ts', import.meta.url), { workerData })
      const [{ place }] = (await once(worker, 'message')) as [{ place: number }]
      const ended = once(worker, 'message')
      // A thread that is killed does not come to it.
      ended.catch(() => {})
      return { worker, name, place, ended }
    }
    const sides = await Promise.all([...names, ...Array.from({ length: READERS }, () => undefined)].map(start))
    const reader = attachWorld(parts, offer)
    const end = performance.now() + SECONDS * 1000
    let kills = 0
    // A machine may be so busy that nothing happens in that time.
    while (performance.now() < end || kills < FEWEST_KILLS || reader.version < FEWEST_FRAMES) {
      reader.latest()
      await new Promise((resolve) => setTimeout(resolve, 20 + random() * (RATE === Infinity ? 80 : 1000)))
      const number = Math.floor(random() * sides.length)
      const { worker, name, place } = sides[number]!
      await worker.terminate()
      if (name === undefined) freeWorldReader(offer, place)
      else freeWorldWriter(offer, name)
      sides[number] = await start(name)
      kills++
    }
    Atomics.store(stop, 0, 1)
    Atomics.notify(stop, 0)
    await Promise.all(sides.map(({ ended }) => ended))
    const total = foundIn(tally)
    reader.latest()
    if (SECONDS > 10)
      process.stdout.write(
        `${JSON.stringify({ seconds: SECONDS, seed: SEED, kills, version: reader.version, ...total })}\n`,
      )
    expect(total, `seed ${SEED}`).toMatchObject({ mixed: 0, torn: 0, older: 0 })
    expect(total.frames).toBeGreaterThan(0)
    expect(reader.hasEnded).toBe(true)
    await Promise.all(sides.map(({ worker }) => worker.terminate()))
  },
  SECONDS * 1000 + 60_000,
)
