import { afterEach, describe, expect, test, vi } from 'vitest'
import { isDecodeError, isHandshakeError } from '../../src/errors.ts'
import { columns, f32, f64, i8, list, optional, string, struct, u16, u32, u8 } from '../../src/schema/index.ts'
import { attachedTo } from '../../src/state/create-state.ts'
import { attachState, createState, record, replay, type Recording, StateReader } from '../../src/state/index.ts'
import { Unopened } from '../../src/state/unopened.ts'

const World = struct({
  tick: u32,
  seconds: f64,
  log: list(string),
  all: columns(struct({ x: f32, vx: f64, heat: u16, kind: u8, by: i8 }), 150),
})

const open: { close(): void }[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const one of open.splice(0, Infinity)) one.close()
})

function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

function stateWith(history = 0, mode?: 'copied') {
  const { writer, offer } = createState(World, { history, maxBytes: 65_536, mode })
  const reader = attachState(World, offer)
  open.push(reader, writer)
  const random = randomFrom(3)
  const step = (): void =>
    writer.update((world) => {
      const { x, vx, heat, kind, by } = world.all
      world.tick++
      world.seconds += 1 / 60
      if (random() < 0.2) world.log.push(`at ${world.tick}`)
      if (random() < 0.1) world.log.length = 0
      for (let i = 0; i < 150; i++) {
        if (random() < 0.1) vx[i] = random() - 0.5
        x[i] = Math.fround(x[i]! + vx[i]!)
        heat[i] = heat[i]! * 0.97 + (random() < 0.1 ? 60_000 * random() : 0)
        by[i] = vx[i]! * 100
        if (random() < 0.01) kind[i] = 255 * random()
      }
    })
  return { writer, reader, step }
}

type View = NonNullable<ReturnType<ReturnType<typeof stateWith>['reader']['latest']>>

function played(bytes: Uint8Array): { copies: unknown[]; versions: number[]; times: number[] } {
  const playing = replay(World, bytes)
  const copies: unknown[] = []
  const versions: number[] = []
  const times: number[] = []
  while (playing.next()) {
    copies.push((playing.reader.latest() as View).copy())
    versions.push(playing.reader.version)
    times.push(playing.reader.time)
  }
  expect([playing.played, playing.reader.hasEnded]).toEqual([playing.states, true])
  playing.reader.close()
  return { copies, versions, times }
}

describe('a recording', () => {
  test('of 200 states plays back each of them, with its number and time', () => {
    const { reader, step } = stateWith()
    step()
    reader.latest()
    const recording = record(reader)
    const expected = { copies: [reader.latest()!.copy()] as unknown[], versions: [1], times: [reader.time] }
    for (let n = 0; n < 200; n++) {
      step()
      if (n % 3 === 1) continue
      expected.copies.push(reader.latest()!.copy())
      expected.versions.push(reader.version)
      expected.times.push(reader.time)
    }
    expect(played(recording.toBytes())).toEqual(expected)
    expect(recording.states).toBe(expected.versions.length)
    expect(recording.byteLength).toBe(recording.toBytes().length)
    expect(recording.byteLength).toBeLessThan(0.75 * recording.recordedBytes)
  })

  test('with a history has also the states that the reader has skipped', () => {
    const { reader, step } = stateWith(8)
    const recording = record(reader)
    for (let n = 0; n < 50; n++) {
      step()
      if (n % 5 === 4) reader.latest()
    }
    expect(played(recording.toBytes()).versions).toEqual(Array.from({ length: 46 }, (_, n) => n + 5))
  })

  test('of a writer that goes back plays the way back', () => {
    const { writer, reader, step } = stateWith(8)
    const recording = record(reader)
    for (let n = 0; n < 5; n++) {
      step()
      reader.latest()
    }
    writer.rollback(2)
    reader.latest()
    step()
    reader.latest()
    expect(played(recording.toBytes()).versions).toEqual([1, 2, 3, 4, 5, 2, 3])
  })

  test('of a writer that goes back has each state that the reader could see, in order, and a replay counts none as missed', () => {
    const { writer, reader, step } = stateWith(8)
    const recording = record(reader)
    const steps = (count: number): void => Array.from({ length: count }).forEach(step)
    const copies: unknown[] = []
    const versions: number[] = []
    const take = (first: number): void => {
      reader.latest()
      for (let version = first; version <= reader.version; version++) {
        versions.push(version)
        copies.push((reader.at(version) as View).copy())
      }
    }
    steps(1)
    take(1)
    steps(5)
    take(2)
    writer.rollback(3, () => steps(3))
    take(4)
    // Readers are shown version 4 once more, and this one skips it.
    writer.rollback(4)
    steps(4)
    take(5)
    writer.rollback(7)
    take(7)
    steps(1)
    take(8)
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 4, 5, 6, 5, 6, 7, 8, 7, 8])
    const bytes = recording.toBytes()
    expect({ ...played(bytes), times: [] }).toEqual({ versions, copies, times: [] })
    const playing = replay(World, bytes)
    while (playing.next()) {
      playing.reader.latest()
      expect(playing.reader.overwritten, `at version ${playing.reader.version}`).toBe(0)
    }
    expect(reader.overwritten).toBe(5)
    playing.reader.close()
  })

  test('of a writer that goes back has what has come, without shared memory', async () => {
    const { writer, reader, step } = stateWith(8, 'copied')
    const recording = record(reader)
    const taken: number[] = []
    const take = async (): Promise<void> => {
      for (let turn = 0; !reader.hasNewer && turn < 1000; turn++) await new Promise(setImmediate)
      reader.latest()
      taken.push(reader.version)
    }
    for (let n = 0; n < 6; n++) {
      step()
      await take()
    }
    writer.rollback(3, () => [0, 1, 2].forEach(step))
    await take()
    writer.rollback(2)
    step()
    await take()
    expect(taken).toEqual([1, 2, 3, 4, 5, 6, 6, 3])
    expect(played(recording.toBytes()).versions).toEqual(taken)
  })

  test('of a writer that goes back is played without what was taken back, however long the delay of a frame', () => {
    const clock = vi.spyOn(performance, 'now')
    const { writer, reader, step } = stateWith(8)
    const recording = record(reader)
    for (let n = 1; n <= 6; n++) {
      clock.mockReturnValue(100 * n)
      step()
      reader.latest()
    }
    writer.rollback(3, () => [0, 1, 2].forEach(step))
    reader.latest()
    const expected = [3, 4].map((version) => (reader.at(version) as View).copy())
    const playing = replay(World, recording.toBytes())
    // The moment in the middle between versions 3 and 4.
    const shown = (): unknown[] => {
      const { from, to, fraction } = playing.reader.between(1000, 650)!
      return [(from as View).copy(), (to as View).copy(), Number(fraction.toFixed(3))]
    }
    const frames: unknown[] = []
    while (playing.next()) frames.push(shown())
    // From the way back on.
    expect(frames.slice(6)).toEqual([1, 2, 3].map(() => [...expected, 0.5]))
    playing.reader.close()
  })

  test('keeps the schema of the writer, which a reader of a port may not know when it is recorded', () => {
    const Old = struct({ tick: u32, all: columns(struct({ x: f32 }), 3) })
    const New = struct({ tick: u32, all: columns(struct({ x: f32 }), 3), wind: optional(f64) })
    const schemas = { Old, New } as const
    for (const [writes, reads] of [
      ['Old', 'New'],
      ['New', 'Old'],
    ] as const) {
      for (const isKnown of [true, false]) {
        const { writer, offer } = createState(schemas[writes] as typeof Old, { maxBytes: 4096 })
        const schema = schemas[reads] as typeof Old
        const reader = isKnown
          ? attachState(schema, offer)
          : new StateReader<any>(schema, new Unopened(() => 'shared'), -1)
        open.push(reader, writer)
        const recording = record(reader)
        expect(replay(schema, recording.toBytes()).states).toBe(0)
        if (!isKnown) StateReader.attach(reader, attachedTo(schema, offer, { place: undefined }))
        for (const tick of [1, 2, 3]) {
          writer.set({ tick, all: { x: Float32Array.of(tick, 2 * tick, 3) } })
          reader.latest()
        }
        const bytes = recording.toBytes()
        for (const playedBy of ['Old', 'New'] as const) {
          const playing = replay(schemas[playedBy] as typeof Old, bytes)
          const seen: unknown[] = []
          while (playing.next()) {
            const { tick, all } = playing.reader.latest()!
            seen.push([tick, all.x[1]])
          }
          expect(seen, `${writes} to ${reads}, played by ${playedBy}, known: ${isKnown}`).toEqual([
            [1, 2],
            [2, 4],
            [3, 6],
          ])
          // A recording of a replay is the same recording.
          const again = replay(schemas[playedBy] as typeof Old, bytes)
          const second = record(again.reader)
          while (again.next()) again.reader.latest()
          expect(second.toBytes()).toEqual(bytes)
          playing.reader.close()
          again.reader.close()
        }
      }
    }
  })

  test('costs next to nothing while nothing changes', () => {
    const { writer, reader, step } = stateWith()
    const recording = record(reader)
    for (let n = 0; n < 10; n++) {
      step()
      reader.latest()
    }
    const before = recording.byteLength
    for (let n = 0; n < 10; n++) {
      writer.update(() => {})
      reader.latest()
    }
    // Per state: a head of 28 bytes, and a bit for each 64 numbers. At first what moved is expected to go on.
    expect(recording.byteLength - before).toBeLessThan(0.2 * 10 * 2500)
  })

  test('ends when it is told to, and then another may begin', () => {
    const { reader, step } = stateWith()
    const recording = record(reader)
    expect(() => record(reader)).toThrow(/^Cannot record: this reader is recorded already/)
    step()
    reader.latest()
    recording.end()
    recording.end()
    step()
    reader.latest()
    expect(recording.states).toBe(1)
    expect(record(reader).states).toBe(1)
    reader.close()
    expect(() => record(reader)).toThrow(/this reader is closed/)
  })

  test('plays at its pace, with the times of the present', async () => {
    const { reader, step } = stateWith()
    const recording = record(reader)
    for (let n = 0; n < 4; n++) {
      step()
      reader.latest()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const playing = replay(World, recording.toBytes())
    const began = performance.now()
    const done = playing.play(2)
    const seen: number[] = []
    while (await playing.reader.changed()) {
      playing.reader.latest()
      seen.push(playing.reader.version)
      expect(playing.reader.time).toBeGreaterThanOrEqual(began - 1)
    }
    await done
    expect(seen.at(-1)).toBe(4)
    await expect(playing.play(0)).rejects.toThrow(RangeError)
    expect(() => playing.reader.changedSync()).not.toThrow()
  })
})

function recorded(states = 12): { bytes: Uint8Array; recording: Recording; reader: StateReader<unknown> } {
  const { reader, step } = stateWith()
  const recording = record(reader)
  for (let n = 0; n < states; n++) {
    step()
    reader.latest()
  }
  return { bytes: recording.toBytes(), recording, reader: reader as StateReader<unknown> }
}

describe('bytes that are no whole recording of this schema', () => {
  test('cut short anywhere: a DecodeError that says where, or no recording at all', () => {
    const { bytes } = recorded(3)
    for (let length = 0; length < bytes.length; length++) {
      const error = errorOf(() => replay(World, bytes.subarray(0, length)))
      if (length < 12) expect(error).toBeInstanceOf(TypeError)
      else
        expect([isDecodeError(error), /cut short, its \d+ bytes end in state [1-4]:/.test(error!.message)]).toEqual([
          true,
          true,
        ])
    }
  })

  test('of another schema, of another version, and none', () => {
    const { bytes } = recorded(1)
    const other = errorOf(() => replay(struct({ tick: string }), bytes))
    expect([isHandshakeError(other), other!.message]).toEqual([true, expect.stringContaining('differ')])
    const newer = bytes.slice()
    newer[4] = 2
    expect(isHandshakeError(errorOf(() => replay(World, newer)))).toBe(true)
    expect(() => replay(World, [] as never)).toThrow(/^Cannot replay/)
    expect(() => replay({} as never, bytes)).toThrow(TypeError)
    expect(() => replay(World, bytes, { maxBytes: 100 })).toThrow(/use a larger maxBytes/)
  })

  test('spoiled at random 300 times: the states that were recorded, or an error by name', () => {
    const { bytes } = recorded(6)
    const expected = played(bytes)
    const random = randomFrom(11)
    for (let round = 0; round < 300; round++) {
      const spoiled = bytes.slice()
      const place = Math.floor(random() * spoiled.length)
      if (random() < 0.5) spoiled[place]! ^= 1 << (8 * random())
      else spoiled.fill(random() < 0.5 ? 0 : 255, place, place + 4)
      const error = errorOf(() => {
        const { copies, versions } = played(spoiled)
        // The head of a state is under no checksum: a number or a time may be another one.
        expect(copies).toHaveLength(versions.length)
        expect(copies).toEqual(expected.copies)
      })
      if (error !== undefined) expect(error.name).toMatch(/^(DecodeError|HandshakeError|TypeError)$/)
    }
  })

  test('that claim to be of a larger state are refused', () => {
    const { bytes } = recorded(1)
    const view = new DataView(bytes.buffer)
    const at = 12 + view.getUint32(8, true)
    view.setUint32(at + 4, 1 << 18, true)
    const playing = replay(World, bytes)
    expect(() => playing.next()).toThrow(/^Cannot replay: the recording is spoiled/)
  })
})

function errorOf(act: () => unknown): Error | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error as Error
  }
}
