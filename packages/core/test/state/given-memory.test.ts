import { describe, expect, test } from 'vitest'
import { columns, f32, f64, list, string, struct, u32, u8 } from '../../src/schema/index.ts'
import { attachState, createState, endForDeadWriter, freeReader, stateBytes } from '../../src/state/index.ts'
import { StateWriter } from '../../src/state/state-writer.ts'

const Bodies = struct({ tick: u32, bodies: columns(struct({ x: f32, kind: u8, mass: f64 }), 100) })
const Named = struct({ names: list(string) })

/** Memory as a WebAssembly program has it, full of what it has written there. */
function wasmMemory(pages = 2): SharedArrayBuffer {
  const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: 16, shared: true })
  new Uint8Array(buffer).fill(0xab)
  return buffer as unknown as SharedArrayBuffer
}

function place(byteOffset: number, length: number): Uint8Array {
  return new Uint8Array(wasmMemory(), byteOffset, length)
}

test('a writer whose port has ended calls no writeInPlace(), as it publishes nothing else', () => {
  const { writer } = createState(Bodies)
  StateWriter.mute(writer)
  let calls = 0
  writer.writeInPlace(() => calls++)
  expect(calls).toBe(0)
})

describe('a state in given memory', () => {
  test('is read as any other, and touches nothing outside of its place', () => {
    const buffer = wasmMemory()
    const bytes = stateBytes(Bodies, { readers: 2 })
    const { writer, offer } = createState(Bodies, { readers: 2, memory: new Uint8Array(buffer, 1024, bytes) })
    const readers = [attachState(Bodies, structuredClone(offer)), attachState(Bodies, structuredClone(offer))]
    for (let n = 1; n <= 10; n++) {
      writer.update((state) => {
        state.tick = n
        state.bodies.x.fill(n)
      })
      for (const reader of readers) {
        const { tick, bodies } = reader.latest()!
        expect([tick, ...new Set(bodies.x)]).toEqual([n, n])
        expect(bodies.x.byteOffset).toBeGreaterThan(1024)
      }
    }
    const around = new Uint8Array(buffer)
    expect(new Set(around.subarray(0, 1024))).toEqual(new Set([0xab]))
    expect(new Set(around.subarray(1024 + bytes))).toEqual(new Set([0xab]))
    freeReader(offer, 1)
    expect(attachState(Bodies, offer).place).toBe(1)
    endForDeadWriter(offer)
    expect(readers[0]!.hasEnded).toBe(true)
  })

  test('goes on when the memory grows', () => {
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 4, shared: true })
    const { writer, offer } = createState(Bodies, { memory: new Uint8Array(memory.buffer, 64) })
    const reader = attachState(Bodies, offer)
    memory.grow(1)
    writer.update((state) => void state.bodies.mass.fill(0.5))
    expect([...new Set(reader.latest()!.bodies.mass)]).toEqual([0.5])
  })

  test('of varying size has as many bytes as there is room for', () => {
    const { writer, offer } = createState(Named, { memory: new Uint8Array(wasmMemory(), 0, 65_536) })
    const reader = attachState(Named, offer)
    const names = ['x'.repeat(10_000)]
    writer.set({ names })
    expect(reader.latest()!.copy()).toEqual({ names })
    expect(() => writer.set({ names: ['x'.repeat(20_000)] })).toThrow(RangeError)
    expect(stateBytes(Named, { maxBytes: 1000 })).toBeLessThan(65_536)
  })

  test('misuse is told with value, limit and remedy', () => {
    const bytes = stateBytes(Bodies)
    expect(() => createState(Bodies, { memory: place(0, bytes - 1) })).toThrow(
      new RangeError(`Cannot place a state in ${bytes - 1} bytes: it needs ${bytes}`),
    )
    expect(() => createState(Bodies, { memory: place(8, bytes) })).toThrow(
      new RangeError('Cannot place a state at byte 8: use a multiple of 64'),
    )
    expect(() => createState(Bodies, { memory: new Uint8Array(bytes) })).toThrow(TypeError)
    // @ts-expect-error
    expect(() => createState(Bodies, { memory: wasmMemory() })).toThrow(/use a Uint8Array over shared memory/)
    expect(() => createState(Bodies, { memory: place(0, bytes), mode: 'copied' })).toThrow(/in mode "copied"/)
    expect(() => createState(Named, { memory: place(0, 100) })).toThrow(RangeError)
    expect(() => attachState(Bodies, { ...createState(Bodies).offer, memory: new Uint8Array(bytes) })).toThrow(
      TypeError,
    )
    // @ts-expect-error
    expect(() => stateBytes('Bodies')).toThrow(TypeError)
  })
})

describe.each(['shared', 'copied'] as const)('writeInPlace() in mode %s', (mode) => {
  const options = mode === 'copied' ? { mode } : {}

  test('gives the columns of the next state and the state before, and publishes what they hold', async () => {
    const { writer, offer } = createState(Bodies, options)
    const reader = attachState(Bodies, offer)
    const seen: (number | undefined)[] = []
    for (let n = 1; n <= 6; n++) {
      writer.writeInPlace((next, latest) => {
        seen.push(latest?.bodies.x[99])
        next.bodies.x.fill(n)
        next.bodies.kind.fill(n)
        next.bodies.mass.fill(n / 2)
      })
      if (mode === 'copied') await reader.changed({ timeout: 5000 })
      const { bodies } = reader.latest()!.copy()
      expect([...new Set(bodies.x), ...new Set(bodies.kind), ...new Set(bodies.mass)]).toEqual([n, n, n / 2])
    }
    expect(seen).toEqual([undefined, 1, 2, 3, 4, 5])
    writer.update((state) => void state.tick++)
    if (mode === 'copied') await reader.changed({ timeout: 5000 })
    expect([reader.latest()!.tick, reader.latest()!.bodies.x[0], reader.version]).toEqual([1, 6, 7])
    reader.close()
    writer.close()
  })

  test('publishes nothing when it throws, and its views end with the call', () => {
    const { writer } = createState(Bodies, options)
    let kept: { readonly tick: number } | undefined
    expect(() =>
      writer.writeInPlace((next) => {
        kept = next
        throw new Error('on the way')
      }),
    ).toThrow('on the way')
    expect(writer.version).toBe(0)
    expect(() => kept!.tick).toThrow(TypeError)
    writer.close()
    expect(() => writer.writeInPlace(() => {})).toThrow(/closed|ended/)
  })

  test('refuses each call that would publish what is being written, and publishes the whole of it in the end', async () => {
    const { writer, offer } = createState(Bodies, { ...options, history: 16 })
    const reader = attachState(Bodies, offer)
    writer.update(() => {})
    if (mode === 'copied') await reader.changed({ timeout: 5000 })
    reader.latest()
    const nested = [
      () => writer.set(reader.latest()!.copy()),
      () => writer.update((state) => void state.tick++),
      () => writer.writeInPlace(() => {}),
      () => writer.rollback(1),
    ]
    const refused = new Error('Cannot write a state while another is being written: call it after that')
    writer.writeInPlace((next) => {
      for (const call of nested) expect(call).toThrow(refused)
      expect([writer.version, reader.hasNewer]).toEqual([1, false])
      next.bodies.x.fill(7)
    })
    const tick = {
      get tick(): number {
        for (const call of nested) expect(call).toThrow(refused)
        return 3
      },
    }
    if (mode === 'copied') await reader.changed({ timeout: 5000 })
    expect([reader.latest()!.bodies.x[99], reader.version]).toEqual([7, 2])
    writer.set(Object.defineProperties(reader.latest()!.copy(), Object.getOwnPropertyDescriptors(tick)))
    if (mode === 'copied') await reader.changed({ timeout: 5000 })
    expect([reader.latest()!.tick, reader.latest()!.bodies.x[99], reader.version]).toEqual([3, 7, 3])
    for (const call of nested) expect(call).not.toThrow()
    reader.close()
    writer.close()
  })

  test('refuses a schema whose values have no fixed size', () => {
    const { writer } = createState(Named, options)
    expect(() => writer.writeInPlace(() => {})).toThrow(/Cannot write a struct in place: its size varies/)
    writer.close()
  })
})
