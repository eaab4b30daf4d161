import { describe, expect, test } from 'vitest'
import {
  CONSUMER_GATE,
  CONSUMER_POSITION,
  OUT_OF_BAND,
  PRODUCER_POSITION,
} from '../../../packages/core/src/memory/layout.ts'
import { exchange, load, notify, store, wait } from '../doors/atomics.ts'
import { Machine } from '../machine.ts'
import type { Program, Thread } from '../program.ts'
import { replay, search } from '../search.ts'

const PARK = 1
const EVERY = { bound: Infinity }

type Body = (thread: Thread) => void

function programOf(bodies: Readonly<Record<string, Body>>, more: Partial<Program> = {}): Program {
  const threads = Object.entries(bodies).map(([letter, body]) => ({ letter, body }))
  return { regions: [{ capacity: 16, maxPayload: 8 }], threads, ...more }
}

const publish: Body = (thread) => {
  const { words } = thread.region(0)
  store(words, PRODUCER_POSITION, 8)
  if (load(words, CONSUMER_GATE) === PARK && exchange(words, CONSUMER_GATE, 0) === PARK) notify(words, CONSUMER_GATE)
}

const parkWithoutRecheck: Body = (thread) => {
  const { words } = thread.region(0)
  if (load(words, PRODUCER_POSITION) !== 0) return
  store(words, CONSUMER_GATE, PARK)
  wait(words, CONSUMER_GATE, PARK)
}

const park: Body = (thread) => {
  const { words } = thread.region(0)
  while (load(words, PRODUCER_POSITION) === 0) {
    store(words, CONSUMER_GATE, PARK)
    if (load(words, PRODUCER_POSITION) === 0) wait(words, CONSUMER_GATE, PARK)
    store(words, CONSUMER_GATE, 0)
  }
}

const write: Body = (thread) => {
  thread.region(0).data[0] = 7
  store(thread.region(0).words, PRODUCER_POSITION, 8)
}
const readAtOnce: Body = (thread) => {
  load(thread.region(0).words, CONSUMER_POSITION)
  thread.note(thread.region(0).data[0]!)
}
const readWhenPublished: Body = (thread) => {
  if (load(thread.region(0).words, PRODUCER_POSITION) === 8) thread.assert(thread.region(0).data[0] === 7, 'stale')
}

/** Store buffering: each stores its word, then reads the other's. */
const buffering = (own: number, other: number): Body => {
  return (thread) => {
    const { words } = thread.region(0)
    store(words, own, 1)
    thread.note(load(words, other))
  }
}

const waitFor =
  (timeoutMs: number): Body =>
  (thread) => {
    const before = Date.now()
    thread.note(wait(thread.region(0).words, CONSUMER_GATE, 0, timeoutMs) === 'ok' ? 1 : 0)
    thread.note(Date.now() - before)
  }

describe('a lost wake-up', () => {
  const broken = programOf({ p: publish, c: parkWithoutRecheck })

  test('is found, with a schedule that shows it again', () => {
    const { found } = search(new Machine(broken), EVERY)
    expect(found?.reason).toBe('asleep (c: sleep CONSUMER_GATE 1) for ever')
    expect(replay(new Machine(broken), found!.schedule)).toBe(found!.reason)
  })

  test('is replayed from a string, step by step', () => {
    const steps: string[] = []
    expect(replay(new Machine(broken), 'cp2c2', (step) => steps.push(step))).toContain('for ever')
    expect(steps).toEqual([
      'c  load PRODUCER_POSITION',
      'p  store PRODUCER_POSITION 8',
      'p  load CONSUMER_GATE',
      'c  store CONSUMER_GATE 1',
      'c  wait CONSUMER_GATE 1',
    ])
  })

  test('needs one preemption: none shows nothing', () => {
    expect(search(new Machine(broken), { bound: 0 }).found).toBeUndefined()
    expect(search(new Machine(broken), { bound: 1 }).found).toBeDefined()
  })

  test('is not found where there is a second look', () => {
    const outcome = search(new Machine(programOf({ p: publish, c: park })), EVERY)
    expect(outcome.found).toBeUndefined()
    expect(outcome.schedules).toBeGreaterThan(3)
  })
})

describe('a race', () => {
  test('is found, with a schedule that shows it again', () => {
    const program = programOf({ p: write, c: readAtOnce })
    const { found } = search(new Machine(program), EVERY)
    expect(found?.reason).toBe('race: c reads cell 0 unordered with p')
    expect(replay(new Machine(program), found!.schedule)).toBe(found!.reason)
  })

  test('is found in the execution in which the bytes happen to be right', () => {
    expect(replay(new Machine(programOf({ p: write, c: readAtOnce })), 'pc')).toContain('race')
  })

  test('is none where a store and the load that saw it come between', () => {
    expect(search(new Machine(programOf({ p: write, c: readWhenPublished })), EVERY).found).toBeUndefined()
  })

  test('of two writers is found', () => {
    const { found } = search(new Machine(programOf({ p: write, c: write })), EVERY)
    expect(found?.reason).toContain('writes cell 0 unordered with')
  })
})

describe('coverage', () => {
  const bodies = { p: buffering(PRODUCER_POSITION, OUT_OF_BAND), c: buffering(OUT_OF_BAND, PRODUCER_POSITION) }

  function outcomesOf(bound: number): string[] {
    const outcomes = new Set<string>()
    const atEnd: Program['atEnd'] = ({ notes }) => void outcomes.add([...notes['p']!, ...notes['c']!].join(''))
    search(new Machine(programOf(bodies, { atEnd })), { bound })
    return [...outcomes].toSorted()
  }

  test('every outcome of sequential consistency is reached, and no other', () => {
    expect(outcomesOf(Infinity)).toEqual(['01', '10', '11'])
  })

  test('without preemption there are only the outcomes of one after the other', () => {
    expect(outcomesOf(0)).toEqual(['01', '10'])
  })

  test('sleeping transitions are left out, and no outcome with them', () => {
    const everything = search(new Machine(programOf(bodies)), { bound: 9 })
    const reduced = search(new Machine(programOf(bodies)), EVERY)
    expect(reduced.steps).toBeLessThan(everything.steps)
  })

  test('a search that is cut off says so', () => {
    expect(search(new Machine(programOf(bodies)), { bound: Infinity, maxStates: 3 }).isComplete).toBe(false)
  })
})

describe('other things that may happen', () => {
  test('a wait with a time-out ends, and its time has passed', () => {
    const program = programOf({ c: waitFor(5) }, { atEnd: ({ notes }) => expect(notes['c']).toEqual([0, 5]) })
    expect(search(new Machine(program), EVERY)).toMatchObject({ schedules: 1 })
    expect(replay(new Machine(program), 'cc~')).toBeUndefined()
  })

  test('a wait ends without a reason, but nobody may count on it', () => {
    const program = programOf({ c: waitFor(Infinity) }, { strays: 1 })
    expect(search(new Machine(program), EVERY).found?.reason).toContain('for ever')
    expect(replay(new Machine(program), 'cc?')).toBeUndefined()
  })

  test('a thread dies before any of its steps', () => {
    const ends = new Set<string>()
    const program: Program = {
      ...programOf({ c: (thread) => void store(thread.region(0).words, CONSUMER_GATE, PARK) }),
      deaths: 1,
      atEnd: ({ dead, look }) => void ends.add(`${dead.join('')}${look(0, CONSUMER_GATE)}`),
    }
    search(new Machine({ ...program, threads: [{ ...program.threads[0]!, mayDie: true }] }), EVERY)
    expect([...ends].toSorted()).toEqual(['1', 'c0'])
  })

  test('a thread that never ends is found', () => {
    const program = programOf({
      c: (thread) => {
        for (;;) load(thread.region(0).words, CONSUMER_GATE)
      },
    })
    expect(search(new Machine(program), EVERY).found?.reason).toMatch(/^no end after \d+ steps$/)
  })
})

test('a control word is reached through the door only, and a cell within the data area', () => {
  const past = programOf({ c: (thread) => void thread.note(thread.region(0).data[4]!) })
  expect(search(new Machine(past), EVERY).found?.reason).toBe('c reads outside the data area: cell 4')
  const unnamed = programOf({ c: (thread) => void load(thread.region(0).words, 5) })
  expect(search(new Machine(unnamed), EVERY).found?.reason).toContain('Word 5')
})
