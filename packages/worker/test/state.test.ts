import { once } from 'node:events'
import { struct, u32 } from '@slipring/core/schema'
import { attachState, createState, inputs, stateOf } from '@slipring/core/state'
import { createChannel, Worker } from '@slipring/worker'
import { describe, expect, test, vi } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'
import { Numbers, Other } from './state-schemas.ts'

const FILE = new URL('./state.worker.ts', import.meta.url)

function start(does: string, last = 'stay'): Worker {
  const worker = new Worker(FILE, { workerData: { does, last } })
  closeAfterTest(worker)
  return worker
}

describe('a worker writes', () => {
  test('and the page reads: newer ones each time, whole, without an offer', async () => {
    const worker = start('writes')
    const { reader } = worker.port.state(Numbers)
    expect(reader.latest()).toBeUndefined()
    let last = 0
    for (let looks = 0; looks < 50; looks++) {
      expect(await reader.changed({ timeout: 10_000 })).toBe(true)
      const { all } = reader.latest()!
      expect(all[0]).toBeGreaterThan(last)
      last = all[0]!
      expect(all.every((number) => number === last)).toBe(true)
    }
    expect(reader.mode).toBe('shared')
    expect(reader.place).toBe(0)
  })

  test.each(['throw', 'exit', 'closes the port', 'closes the writer'])(
    'and then does %s: the reader is told, and keeps the last state',
    async (then) => {
      const worker = start('writes', then)
      worker.on('error', () => {})
      const { reader } = worker.port.state(Numbers)
      while (await reader.changed()) reader.latest()
      expect(reader.hasEnded).toBe(true)
      expect(reader.latest()!.all[499]).toBe(1)
      reader.close()
    },
  )

  test('and is terminated: the reader is told', async () => {
    const worker = start('writes')
    const { reader } = worker.port.state(Numbers)
    await reader.changed()
    void worker.terminate()
    while (await reader.changed()) reader.latest()
    expect(reader.hasEnded).toBe(true)
  })

  test('the state comes before the messages that are posted after it', async () => {
    const [port, other] = pair()
    port.state(Numbers).writer.update(({ all }) => all.fill(7))
    port.postMessage('go')
    const { reader } = other.state(Numbers)
    expect(await other.receive()).toBe('go')
    expect(reader.latest()!.all[0]).toBe(7)
  })
})

describe('a worker reads', () => {
  test('a worker reads the states of the page, until the page closes the writer', async () => {
    const worker = start('reads')
    const { writer } = worker.port.state(Numbers)
    const got: unknown[] = []
    worker.on('message', (message) => got.push(message))
    let count = 0
    while (got.length < 20) {
      writer.update(({ all }) => all.fill(++count))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    writer.close()
    await vi.waitFor(() => expect(got.at(-1)).toBe('ended'), 10_000)
    for (const message of got.slice(0, -1)) expect(message).toMatchObject({ isWhole: true })
  })

  test('by blocking, also when the port ends that it cannot hear of', { timeout: 20_000 }, async () => {
    const { port, offer, transfer } = createChannel()
    const worker = new Worker(new URL('./state-beside.worker.ts', import.meta.url), {
      workerData: offer,
      transferList: transfer,
    })
    closeAfterTest(worker)
    const { writer } = port.state(Numbers)
    writer.update(({ all }) => all.fill(1))
    const got: unknown[] = []
    worker.on('message', (message) => got.push(message))
    await vi.waitFor(() => expect(got).toContain('there'), 10_000)
    writer.update(({ all }) => all.fill(2))
    await vi.waitFor(() => expect(got).toContain(2), 10_000)
    port.close()
    await vi.waitFor(() => expect(got).toContain('ended true'), 10_000)
  })
})

describe('one writer, readers on several ports', () => {
  test('each has a place, and a killed one gives it to the next', async () => {
    const { writer, offer } = createState(Numbers, { readers: 1 })
    writer.update(({ all }) => all.fill(3))
    const first = start('reads')
    first.port.state(Numbers, { offer })
    expect(await once(first, 'message')).toEqual([{ first: 3, isWhole: true }])
    const [port, other] = pair()
    expect(() => port.state(Numbers, { offer })).toThrow(
      'Cannot attach to this state: it has 1 readers already, create it with { readers: 2 }',
    )
    await first.terminate()
    port.state(Numbers, { offer })
    const { reader } = other.state(Numbers)
    expect(await reader.changed()).toBe(true)
    expect(reader.latest()!.all[0]).toBe(3)
    // Its reader is alive, but its port says that it reads no more.
    other.close()
    await port.closed
    expect(attachState(Numbers, offer).latest()!.all[0]).toBe(3)
  })

  test('a place whose reader never came is free when the port ends', async () => {
    const { offer } = createState(Numbers)
    const [port] = pair()
    port.state(Numbers, { offer })
    expect(() => attachState(Numbers, offer)).toThrow('it has 1 readers already')
    port.close()
    attachState(Numbers, offer)
  })

  test('a reader that lives on keeps its place when the port ends on the other side', async () => {
    const { writer, offer } = createState(Numbers)
    const [port, other] = pair()
    port.state(Numbers, { offer })
    const { reader } = other.state(Numbers)
    writer.update(({ all }) => all.fill(1))
    await reader.changed()
    port.close()
    expect(await reader.changed()).toBe(true)
    const view = reader.latest()!
    expect(await reader.changed()).toBe(false)
    for (let count = 2; count < 20; count++) writer.update(({ all }) => all.fill(count))
    expect(view.all[0]).toBe(1)
    expect(() => attachState(Numbers, offer)).toThrow('it has 1 readers already')
    reader.close()
    attachState(Numbers, offer)
  })
})

describe('both ways and by name', () => {
  test('each side writes and reads, whoever asks first', async () => {
    const [port, other] = pair()
    const [ours, theirs] = [port.state(Numbers, { name: 'a' }), other.state(Numbers, { name: 'a' })]
    ours.writer.update(({ all }) => all.fill(1))
    theirs.writer.update(({ all }) => all.fill(2))
    await Promise.all([ours.reader.changed(), theirs.reader.changed()])
    expect([ours.reader.latest()!.all[0], theirs.reader.latest()!.all[0]]).toEqual([2, 1])
  })

  test('a writer keeps earlier states if it is told to, and inputs go the other way', async () => {
    const [a, b] = pair()
    const { writer } = a.state(Numbers, { name: 'past', history: 4 })
    const { reader } = b.state(Numbers, { name: 'past' })
    const Keys = inputs(struct({ fire: u32 }))
    const keys = Keys.readOn(a, { name: 'keys' })
    const input = Keys.writeOn(b, { name: 'keys' })
    for (let n = 1; n <= 6; n++) writer.update(({ all }) => all.fill(n))
    expect(await reader.changed({ timeout: 10_000 })).toBe(true)
    expect([reader.versions, reader.at(4).all[0]]).toEqual([[3, 4, 5, 6], 4])
    input.set({ fire: 3 })
    input.set({ fire: 0 })
    expect(await keys.changed({ timeout: 10_000 })).toBe(true)
    keys.take()
    expect([keys.value!.fire, keys.pressed('fire'), keys.released('fire')]).toEqual([0, 1, 1])
  })

  test('states without a name meet in the order in which they are opened', async () => {
    const [port, other] = pair()
    const [first, second] = [port.state(Numbers), port.state(Other)]
    second.writer.set({ all: ['x'], size: 2 })
    first.writer.update(({ all }) => all.fill(4))
    const [a, b] = [other.state(Numbers).reader, other.state(Other).reader]
    await Promise.all([a.changed(), b.changed()])
    expect(a.latest()!.all[0]).toBe(4)
    expect(b.latest()!.copy()).toEqual({ all: ['x'], size: 2 })
  })

  test('a port that has opened no state keeps what it hears of those of the other side', async () => {
    const [port, other] = pair()
    const { writer } = port.state(Numbers, { name: 'a' })
    writer.update(({ all }) => all.fill(5))
    port.postMessage('later')
    expect(await other.receive()).toBe('later')
    expect(other.state(Numbers, { name: 'a' }).reader.latest()!.all[0]).toBe(5)
  })

  test('the first state of a port that has ended has ended', async () => {
    const [port, other] = pair()
    const closed = port.closed
    other.close()
    await closed
    const { reader, writer } = port.state(Numbers)
    expect(await reader.changed()).toBe(false)
    writer.update(() => expect.unreachable())
  })

  test('a schema with other options still brings the code', () => {
    const [port] = pair()
    expect(port.state(Numbers.with({ checked: false })).writer.version).toBe(0)
  })

  test('after the end of the port a writer publishes nothing, and throws nothing', async () => {
    const [port, other] = pair()
    const { writer } = port.state(Numbers)
    const { reader } = other.state(Numbers)
    writer.update(({ all }) => all.fill(1))
    await reader.changed()
    other.close()
    await port.closed
    writer.update(() => expect.unreachable())
    writer.close()
    expect(() => reader.latest()).toThrow('Cannot read: this reader is closed')
  })
})

describe('misuse', () => {
  test('another schema is an error for the reader', async () => {
    const [port, other] = pair()
    port.state(Numbers).writer.update(({ all }) => all.fill(1))
    const { reader } = other.state(Other)
    await expect(reader.changed()).rejects.toMatchObject({ name: 'HandshakeError' })
    expect(() => reader.latest()).toThrow('Cannot read this state: the schemas of its sides differ')
    expect(() => reader.changedSync()).toThrow('differ')
  })

  test('refuses a value that is no schema, no name or no offer, and a name twice', () => {
    const [port] = pair()
    for (const schema of [{}, undefined, struct({ all: u32 })])
      expect(() => port.state(schema as never)).toThrow(
        /^Cannot open a state by .*: use stateOf\(schema\) of @slipring\/core\/state/,
      )
    expect(() => stateOf({} as never)).toThrow('Cannot make a state: its first argument is no schema')
    expect(() => port.state(Numbers, 'world' as never)).toThrow('Cannot open a state')
    expect(() => port.state(Numbers, { name: 1 as never })).toThrow('Cannot name a state by 1: use a string')
    expect(() => port.state(Numbers, { offer: {} as never })).toThrow('use the offer that createState() gives')
    port.state(Numbers, { name: 'a' })
    expect(() => port.state(Numbers, { name: 'a' })).toThrow('this port has opened it already')
  })

  test('the writer of a state with an offer is elsewhere', () => {
    const [port] = pair()
    const state = port.state(Numbers, { offer: createState(Numbers).offer })
    expect(() => state.writer).toThrow('use the writer that createState() gave with it')
  })

  test('nobody can block for a state that is not there yet', () => {
    const [port] = pair()
    expect(() => port.state(Numbers).reader.changedSync()).toThrow('use await changed() for the first one')
  })
})
