import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bool, f32, list, struct, u8 } from '../../src/schema/index.ts'
import { inputs } from '../../src/state/index.ts'
import { StateReader } from '../../src/state/state-reader.ts'

const Keys = inputs(struct({ x: f32, fire: bool, gear: u8, aim: struct({ y: f32 }) }))

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0, Infinity)) one.close()
})

function both(mode?: 'copied') {
  const { input, offer } = Keys.create({ mode })
  const keys = Keys.attach(structuredClone(offer))
  open.push(keys, input)
  return { input, keys }
}

describe.each([undefined, 'copied'] as const)('inputs in mode %s', (mode) => {
  const arrival = async (keys: { hasNewer: boolean }): Promise<void> => {
    if (mode === undefined) return
    for (let turn = 0; !keys.hasNewer && turn < 1000; turn++) await new Promise((resolve) => setImmediate(resolve))
  }

  test('give the newest value, and nothing before the first', async () => {
    const { input, keys } = both(mode)
    expect([keys.take(), keys.value, keys.pressed('fire')]).toEqual([false, undefined, 0])
    input.set({ x: 1 })
    input.set({ x: 2, aim: { y: 3 } })
    await arrival(keys)
    expect(keys.take()).toBe(true)
    expect([keys.value!.x, keys.value!.fire, keys.value!.aim.y]).toEqual([2, false, 3])
    expect(keys.take()).toBe(false)
    expect(keys.value!.x).toBe(2)
  })

  test('count what was pressed and released between two looks, however short', async () => {
    const { input, keys } = both(mode)
    for (let n = 0; n < 3; n++) {
      input.set({ fire: true })
      input.set({ fire: true })
      input.set({ fire: false })
    }
    input.set({ gear: 2 })
    await arrival(keys)
    if (mode === 'copied') await sleep(5)
    keys.take()
    const counts = (): number[] => [
      keys.pressed('fire'),
      keys.released('fire'),
      keys.pressed('gear'),
      keys.released('gear'),
      keys.pressed('x'),
    ]
    // By message the first state comes before the others: then its press is one of the first look, and they are of the next.
    let seen = counts()
    if (mode === 'copied') {
      await arrival(keys)
      keys.take()
      seen = seen.map((count, index) => count + counts()[index]!)
    }
    expect(seen).toEqual([3, 3, 1, 0, 0])
    expect(keys.value!.fire).toBe(false)
    keys.take()
    expect(counts()).toEqual([0, 0, 0, 0, 0])
    input.set({ gear: 3 })
    input.set({ gear: 0 })
    await arrival(keys)
    if (mode === 'copied') await sleep(5)
    keys.take()
    if (mode === undefined) expect(counts()).toEqual([0, 0, 0, 1, 0])
  })
})

test('the time is that of the event, on the clock of the thread that asks', () => {
  const { input, keys } = both()
  const at = performance.now() - 40
  input.set({ x: 1 }, at)
  keys.take()
  expect(keys.time).toBeCloseTo(at, 1)
  expect(keys.setTime - at).toBeGreaterThanOrEqual(39)
})

test('misuse is told by name', () => {
  const { input, keys } = both()
  expect(() => input.set({ y: 1 } as never)).toThrow(
    new TypeError('Cannot use input "y": these inputs have x, fire, gear, aim'),
  )
  expect(() => keys.pressed('y' as never)).toThrow(TypeError)
  expect(() => input.set({ gear: 300 })).toThrow(/expected u8/)
  expect(() => inputs(list(f32) as never)).toThrow(/^Cannot make inputs of a list/)
  expect(() => inputs({} as never)).toThrow(TypeError)
  expect(keys.take()).toBe(false)
  input.close()
  expect(() => input.set({ x: 1 })).toThrow(/has closed/)
})

test('of 100,000 presses from another thread none is lost, whenever this one looks', async () => {
  const { input, offer } = Keys.create()
  const presses = 100_000
  const worker = new Worker(new URL('inputs.worker.ts', import.meta.url), { workerData: { offer, presses } })
  const messages: unknown[] = []
  worker.on('message', (message) => messages.push(message))
  for (let n = 0; n < presses; n++) {
    input.set({ fire: true, x: n })
    input.set({ fire: false })
  }
  input.close()
  while (messages.length === 0) await sleep(5)
  expect(messages).toEqual([{ pressed: presses, released: presses, last: presses - 1 }])
})

test('an offer of other inputs is refused', () => {
  const { offer } = inputs(struct({ other: f32 })).create()
  expect(() => Keys.attach(offer)).toThrow(/schemas of its sides differ/)
})

test('an input that comes while take() looks is counted with the value that it shows', () => {
  const { input, keys } = both()
  input.set({ x: 1 })
  keys.take()
  const { latest } = StateReader.prototype
  const look = vi.spyOn(StateReader.prototype, 'latest').mockImplementationOnce(function (this: StateReader<unknown>) {
    input.set({ fire: true })
    return latest.call(this)
  })
  const found = [keys.take(), keys.value!.fire, keys.pressed('fire')]
  look.mockRestore()
  expect(found).toEqual([true, true, 1])
  expect([keys.take(), keys.pressed('fire')]).toEqual([false, 0])
})
