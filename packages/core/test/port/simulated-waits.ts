/**
 * `Atomics.waitAsync` and `notify` for one thread that plays several. A sleeper that was woken runs when the test says so, not
 * when the engine comes to it.
 */

import { CONSUMER_GATE, CONSUMER_OWNER, PRODUCER_OWNER } from '../../src/memory/layout.ts'

interface Sleeper {
  readonly memory: ArrayBufferLike
  readonly index: number
  /** The number of the side that sleeps. */
  readonly owner: number
  readonly wake: () => void
}

const platform = Atomics as unknown as Record<'waitAsync' | 'notify', (...args: any[]) => any>
const real = { waitAsync: platform.waitAsync, notify: platform.notify }
/** Memory that crosses to another thread is another object there. This maps it to the first object over that memory. */
const firsts = new WeakMap<object, ArrayBufferLike>()
let sleepers: Sleeper[] = []
let woken: Sleeper[] = []

/** Begins to simulate, with no sleepers. */
export function simulateWaits(): void {
  sleepers = []
  woken = []
  platform.waitAsync = (words: Int32Array, index: number, value: number) => {
    if (Atomics.load(words, index) !== value) return { async: false, value: 'not-equal' }
    const promise = new Promise((resolve) => {
      const owner = Atomics.load(words, index === CONSUMER_GATE ? CONSUMER_OWNER : PRODUCER_OWNER)
      sleepers.push({ memory: memoryOf(words), index, owner, wake: () => resolve('ok') })
    })
    return { async: true, value: promise }
  }
  platform.notify = (words: Int32Array, index: number, ...rest: unknown[]) => {
    const memory = memoryOf(words)
    const isWoken = (sleeper: Sleeper): boolean => sleeper.memory === memory && sleeper.index === index
    woken.push(...sleepers.filter(isWoken))
    sleepers = sleepers.filter((sleeper) => !isWoken(sleeper))
    // Other code may really wait on such a word.
    return real.notify.call(Atomics, words, index, ...rest)
  }
}

export function endSimulatedWaits(): void {
  Object.assign(platform, real)
}

/** The wake-ups that the side with this number has still to run. */
export function wakesOf(owner: number): (() => void)[] {
  return woken
    .filter((sleeper) => sleeper.owner === owner)
    .map((sleeper) => () => {
      woken.splice(woken.indexOf(sleeper), 1)
      sleeper.wake()
    })
}

/** A structured clone that is known to hold the shared memory of `message`. */
export function cloneOf(message: unknown, transfer: readonly object[]): unknown {
  const clone = structuredClone(message, { transfer: transfer as never })
  const copies = sharedIn(clone)
  for (const [index, memory] of sharedIn(message).entries()) firsts.set(copies[index]!, firsts.get(memory) ?? memory)
  return clone
}

/** Memory in the messages of a port to itself: an envelope, or an offer with its rings. */
function sharedIn(message: unknown): SharedArrayBuffer[] {
  const { rings } = (message ?? {}) as { rings?: unknown }
  const parts: unknown[] = Array.isArray(message) ? message : Array.isArray(rings) ? rings : []
  return parts.filter((part) => part instanceof SharedArrayBuffer)
}

function memoryOf({ buffer }: Int32Array): ArrayBufferLike {
  return firsts.get(buffer) ?? buffer
}
