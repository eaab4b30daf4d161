/** The cost of a lock that two threads want all the time. */

import { contend, suite } from '@slipring/bench'

const LOCK = 0
const COUNTER = 1
const FREE = 0
const TAKEN = 1
const TAKEN_AND_WANTED = 2

const setup = () => new Int32Array(new SharedArrayBuffer(8))

// Without the lock some of these would be lost.
function raise(words: Int32Array): void {
  words[COUNTER] = words[COUNTER]! + 1
}

function requireAll(words: Int32Array, calls: number): void {
  if (words[COUNTER] !== calls) throw new Error(`${calls} calls, but the counter is at ${words[COUNTER]}`)
}

suite('two threads raise one counter', () => {
  contend('under a lock that sleeps', {
    threads: 2,
    setup,
    run(words) {
      if (Atomics.compareExchange(words, LOCK, FREE, TAKEN) !== FREE)
        while (Atomics.exchange(words, LOCK, TAKEN_AND_WANTED) !== FREE) Atomics.wait(words, LOCK, TAKEN_AND_WANTED)
      raise(words)
      if (Atomics.exchange(words, LOCK, FREE) === TAKEN_AND_WANTED) Atomics.notify(words, LOCK, 1)
    },
    teardown: requireAll,
  }).baseline()

  contend('under a lock that spins', {
    threads: 2,
    setup,
    run(words) {
      while (Atomics.exchange(words, LOCK, TAKEN) !== FREE);
      raise(words)
      Atomics.store(words, LOCK, FREE)
    },
    teardown: requireAll,
  })

  contend('by Atomics.add', {
    threads: 2,
    setup,
    run: (words) => Atomics.add(words, COUNTER, 1),
    teardown: requireAll,
  })
})
