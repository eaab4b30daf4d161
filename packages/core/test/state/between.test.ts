import { afterEach, describe, expect, test, vi } from 'vitest'
import { columns, f64, struct } from '../../src/schema/index.ts'
import { attachState, type Between, createState, type StateReader } from '../../src/state/index.ts'
import { KeptStates } from '../../src/state/kept-states.ts'

/** Where a thing is that moves by 1 in a millisecond, in two kinds of field. */
const Moving = struct({ x: f64, all: columns(struct({ x: f64 }), 2) })
type View = { readonly x: number; readonly all: { readonly x: Float64Array } }

const FRAME_MS = 1000 / 60
/** Times of publication: `ms` gives the pause before each. */
const timesOf = (ms: (n: number) => number, until = 6000): number[] => {
  const times = [0.5]
  while (times.at(-1)! < until) times.push(times.at(-1)! + ms(times.length))
  return times
}
/** A pause from `least` to `most`, the same in each run. */
const between = (least: number, most: number) => (n: number) => least + ((n * 7919) % 101) * ((most - least) / 100)

const clock = { now: 0 }
const open: StateReader<unknown>[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const reader of open.splice(0, Infinity)) reader.close()
})

/** Calls `frame` 60 times a second of a simulated clock, while states are published at `times`. */
async function play(
  mode: 'copied' | undefined,
  times: readonly number[],
  frame: (reader: StateReader<View>, now: number) => void,
): Promise<void> {
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  const { writer, offer } = createState(Moving, { mode })
  const reader = attachState(Moving, offer) as StateReader<View>
  open.push(reader)
  let published = 0
  for (let now = 0; now < times.at(-1)!; now += FRAME_MS) {
    for (; times[published]! <= now; published++) {
      const time = times[published]!
      clock.now = time
      const isBehind = reader.hasNewer
      writer.update((state) => {
        state.x = time
        state.all.x.fill(time)
      })
      if (mode === 'copied' && !isBehind) await arrival(reader)
    }
    clock.now = now
    frame(reader, now)
  }
}

async function arrival(reader: StateReader<unknown>): Promise<void> {
  for (let turn = 0; !reader.hasNewer && turn < 1000; turn++) await new Promise(setImmediate)
}

function shownBy({ from, to, fraction }: Between<View>): number {
  expect([from.all.x[1], to.all.x[0]]).toEqual([from.x, to.x])
  return from.x + (to.x - from.x) * fraction
}

describe.each([
  ['shared', undefined],
  ['copied', 'copied'],
] as const)(
  'in mode %s a frame shows the moment that is one delay ago, and never stands still or jumps:',
  (_, mode) => {
    test.each([
      ['states every 45 ms, a delay of 45', timesOf(() => 45), 45],
      ['states every 45 ms, a delay of 100', timesOf(() => 45), 100],
      ['states every 45 ms, a delay of 1000', timesOf(() => 45), 1000],
      ['states every 5 ms, a delay of 100', timesOf(() => 5), 100],
      ['states every 5 ms, a delay of 3000', timesOf(() => 5), 3000],
      ['states every 20 to 90 ms, a delay of 95', timesOf(between(20, 90)), 95],
      ['states every 20 to 90 ms, a delay of 250', timesOf(between(20, 90)), 250],
      ['states every 2 to 30 ms, a delay of 50', timesOf(between(2, 30)), 50],
    ])('%s', async (_name, times, delay) => {
      let frames = 0
      await play(mode, times, (reader, now) => {
        const states = reader.between(now, delay)
        if (states === undefined || now < delay + 1) return
        frames++
        expect(Math.abs(shownBy(states) - (now - delay))).toBeLessThan(0.01)
      })
      expect(frames).toBeGreaterThan(100)
    })

    test('two delays in one frame, and a call of latest() before both', async () => {
      let frames = 0
      await play(mode, timesOf(between(20, 60), 2000), (reader, now) => {
        const newest = reader.latest()
        for (const delay of [70, 300, 120]) {
          const states = reader.between(now, delay)
          expect(reader.latest()).toBe(newest)
          if (now < 301) continue
          frames++
          expect(Math.abs(shownBy(states!) - (now - delay))).toBeLessThan(0.01)
        }
      })
      expect(frames).toBeGreaterThan(300)
    })

    test('the mean interval, also when a state comes early', async () => {
      let last = 0
      let standing = 0
      await play(mode, timesOf(between(35, 45)), (reader, now) => {
        const states = reader.between(now)
        if (states === undefined || now < 500) return
        const shown = shownBy(states)
        // One that comes late is waited for: nothing is extrapolated.
        if (last !== 0) expect([shown >= last, shown - last <= FRAME_MS + 6]).toEqual([true, true])
        if (shown === last) standing++
        expect(Math.abs(shown - (now - reader.interval))).toBeLessThan(6)
        last = shown
      })
      expect(last).toBeGreaterThan(5000)
      expect(standing).toBe(0)
    })
  },
)

test('a long delay keeps a limited number of states, of a reader that calls latest() alone, too', async () => {
  const seen = new Set<object>()
  await play(
    undefined,
    timesOf(() => 5, 20_000),
    (reader, now) => {
      if (now > 10_000) return void reader.latest()
      const states = reader.between(now, 4000)
      if (states !== undefined) seen.add(states.from).add(states.to)
    },
  )
  // Views are used again.
  expect(seen.size).toBeLessThan(130)
})

test('with a history no state is copied, also when frames begin before the first state', async () => {
  const leave = vi.spyOn(KeptStates.prototype, 'leave')
  const { writer, offer } = createState(Moving, { mode: 'copied', history: 8 })
  const reader = attachState(Moving, offer)
  open.push(reader)
  expect(reader.between()).toBe(undefined)
  for (let x = 1; x <= 5; x++) {
    writer.update((state) => void (state.x = x))
    await arrival(reader)
    reader.between()
  }
  expect([reader.version, leave.mock.calls]).toEqual([5, []])
})

test('from and to end when no frame needs them, and with the reader', async () => {
  const seen = new Set<View>()
  await play(
    undefined,
    timesOf(() => 40, 1000),
    (reader, now) => {
      const states = reader.between(now, 200)
      if (states !== undefined) seen.add(states.from)
    },
  )
  const states = (open[0] as StateReader<View>).between(clock.now, 200)!
  const { from, to } = states
  expect([from.x, to.x].every((x) => Number.isFinite(x))).toBe(true)
  open[0]!.close()
  for (const view of [from, to, ...seen]) expect(() => view.x).toThrow('has been released')
})
