import { expect, test, vi } from 'vitest'
import type { Host } from '../../src/host.ts'
import { ownClass } from '../../src/codec/index.ts'
import { Sender } from '../../src/direction/sender.ts'
import { isBufferFullError } from '../../src/errors.ts'
import { createOffer, openOffer } from '../../src/port/handshake.ts'
import { Port } from '../../src/port/port.ts'
import { giveBackAll } from '../../src/port/delivering.ts'
import { threadHost } from './event-loop.ts'
import { ManualLane } from './manual-lane.ts'
import { receiveMessageSync } from '../../src/port/receive-on-port.ts'

const host: Host = { ...threadHost, canBlock: false }

/** Messages that have come can be polled. */
class PolledLane extends ManualLane {
  readonly arrived: { message: unknown }[] = []

  poll(): { message: unknown } | undefined {
    return this.arrived.shift()
  }
}

/** The same, and a nudge may call the port by a shorter way. */
class NudgedLane extends ManualLane {
  #onNudge: (() => boolean) | undefined

  hearNudges(_token: string, onNudge: () => boolean): void {
    this.#onNudge = onNudge
  }

  /** As the platform brings one. True: by the shorter way. */
  nudge(token: string): boolean {
    const isTaken = this.#onNudge?.() === true
    if (!isTaken) this.listener!.onMessage(token)
    return isTaken
  }
}

/** A port, and one that hears it by the lane and notes what it gets. */
function nudgedPair(): { port: Port; other: Port; seen: unknown[]; lane: NudgedLane; token: string } {
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lane = new NudgedLane()
  const port = new Port({ host, lane: new ManualLane(), regions, owner: 1, options: {} })
  const other = new Port({ host, lane, regions: openOffer(offer), owner: 2, options: {} })
  const seen: unknown[] = []
  other.onmessage = (event: { data: unknown }) => seen.push(event.data)
  return { port, other, seen, lane, token: regions.token }
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('a thread that blocks while a port catches up gives back the room of messages that the port has read', async () => {
  const { port, other } = nudgedPair()
  const buffered: number[] = []
  other.onmessage = () => {
    buffered.push(port.bufferedAmount)
    giveBackAll()
    buffered.push(port.bufferedAmount)
  }
  await turn()
  port.postMessage('all there is')
  // As a browser does before it tells of an error.
  ;(other as unknown as { catchUp(): void }).catchUp()
  expect(buffered[0]).toBeGreaterThan(0)
  expect(buffered[1]).toBe(0)
})

test('a native message that comes in the very step in which a turn ends begins the next one', async () => {
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lanes = [new ManualLane(), new ManualLane()] as const
  const port = new Port({ host, lane: lanes[0], regions, owner: 1, options: {} })
  const other = new Port({ host, lane: lanes[1], regions: openOffer(offer), owner: 2, options: {} })
  const seen: unknown[] = []
  other.onmessage = (event: { data: unknown }) => seen.push(event.data)
  await turn()
  port.postMessage(new SharedArrayBuffer(8))
  port.postMessage('after it, in the ring')
  const [envelope] = lanes[0].posted
  // The nudge begins a turn that finds the record ahead of its turn and returns; the missing message comes at once.
  lanes[1].listener!.onMessage(regions.token)
  lanes[1].listener!.onMessage(envelope)
  await turn()
  expect(seen).toEqual([new SharedArrayBuffer(8), 'after it, in the ring'])
})

test('a thread that blocks learns of an end that its event loop heard of behind messages that it has not taken', async () => {
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lanes = [new PolledLane(), new ManualLane()] as const
  const port = new Port({ host: { ...host, canBlock: true }, lane: lanes[0], regions, owner: 1, options: {} })
  const other = new Port({ host, lane: lanes[1], regions: openOffer(offer), owner: 2, options: {} })
  const [first, second] = [new SharedArrayBuffer(1), new SharedArrayBuffer(2)]
  expect(port.takeMessage()).toBeUndefined()
  other.postMessage(first)
  lanes[0].arrived.push({ message: lanes[1].posted.shift() })
  expect(port.takeMessage()).toEqual({ message: first })
  other.postMessage(second)
  lanes[0].listener!.onMessage(lanes[1].posted.shift())
  lanes[0].listener!.onClose()
  expect(receiveMessageSync(port, { timeout: 1000 })).toEqual({ message: second })
  expect(receiveMessageSync(port, { timeout: 1000 })).toBeUndefined()
  expect(await port.closed).toEqual({ reason: 'peer-died' })
})

test('endSending() wakes the other side and lets it see the end, while its messages still arrive', async () => {
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lanes = [new ManualLane(), new ManualLane()] as const
  const port = new Port({ host, lane: lanes[0], regions, owner: 1, options: {} })
  const other = new Port({
    host,
    lane: lanes[1],
    regions: openOffer(offer),
    owner: 2,
    options: { wakeBy: 'waitAsync' },
  })
  const seen: unknown[] = []
  other.onmessage = (event: { data: unknown }) => {
    seen.push(event.data)
    other.postMessage('answered')
  }
  port.postMessage('last')
  await turn()
  port.endSending()
  port.postMessage('nobody gets this')
  expect(port.tryPostMessage('nor this')).toBe(true)
  expect(await other.closed).toEqual({ reason: 'peer-closed' })
  expect(seen).toEqual(['last'])
  expect(port.takeMessage()).toEqual({ message: 'answered' })
})

test('a nudge wakes by the shorter way', async () => {
  const { port, other, seen, lane, token } = nudgedPair()
  await vi.waitFor(() => expect(other.stats().parks).toBe(1))
  port.postMessage('one')
  expect(lane.nudge(token)).toBe(true)
  expect(seen).toEqual(['one'])
  await vi.waitFor(() => expect(other.stats().parks).toBe(2))
  other.close()
})

test('a nudge does not overtake native messages that came before it and that nobody has got yet', async () => {
  const { port, other, seen, lane, token } = nudgedPair()
  // Before the task in which the port begins to deliver.
  lane.listener!.onMessage('a message of a sender that knows nothing of us')
  port.close()
  expect(lane.nudge(token)).toBe(false)
  expect(await other.closed).toEqual({ reason: 'peer-closed' })
  expect(seen).toEqual(['a message of a sender that knows nothing of us'])
})

test('an unreadable message of other code is told before the port ends', async () => {
  const { port, other, seen, lane, token } = nudgedPair()
  const errors: unknown[] = []
  other.onmessageerror = (event) => errors.push(event.data)
  port.postMessage('ours')
  port.close()
  lane.listener!.onMessageError('unreadable')
  lane.nudge(token)
  expect(await other.closed).toEqual({ reason: 'peer-closed' })
  expect(seen).toEqual(['ours'])
  expect(errors).toEqual(['unreadable'])
})

test('a port tells of an unreadable message that is being asked about before it ends', async () => {
  const { port, other, seen, lane, token } = nudgedPair()
  other.onmessageerror = (event) => seen.push(event.data)
  port.postMessage('ours')
  await vi.waitFor(() => expect(seen).toEqual(['ours']))
  // It may be one that is not counted yet.
  lane.listener!.onMessageError('unreadable')
  port.close()
  lane.nudge(token)
  expect(await other.closed).toEqual({ reason: 'peer-closed' })
  expect(seen).toEqual(['ours', 'unreadable'])
})

test('messages behind an unreadable one that is being asked about come before the end', async () => {
  const { port, other, seen, lane } = nudgedPair()
  other.onmessageerror = (event) => seen.push(event.data)
  port.postMessage('ours')
  await vi.waitFor(() => expect(seen).toEqual(['ours']))
  // As if it came between the post and its count.
  lane.listener!.onMessageError('lost')
  port.postMessage('what cannot be read there', [new ArrayBuffer(8)])
  port.postMessage('behind it')
  lane.listener!.onClose(true)
  expect(await other.closed).toEqual({ reason: 'peer-died' })
  expect(seen).toEqual(['ours', 'lost', 'behind it'])
})

test('a port reads the clock only when it has passed on the first message', async () => {
  let micros = 0
  const log: unknown[] = []
  const timed: Host = {
    ...host,
    now: () => {
      log.push('clock')
      return micros++ / 1000
    },
  }
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lanes = [new ManualLane(), new ManualLane()] as const
  const port = new Port({ host, lane: lanes[0], regions, owner: 1, options: {} })
  const other = new Port({ host: timed, lane: lanes[1], regions: openOffer(offer), owner: 2, options: {} })
  other.onmessage = (event: { data: unknown }) => log.push(event.data)
  const sleep = async (asleep: number, message: string): Promise<unknown> => {
    const { parks } = other.stats()
    micros += asleep
    log.length = 0
    port.postMessage(message)
    lanes[1].listener!.onMessage(regions.token)
    const [first] = log
    await vi.waitFor(() => expect(other.stats().parks).toBe(parks + 1))
    return first
  }
  await vi.waitFor(() => expect(other.stats().parks).toBe(1))
  expect(await sleep(5000, 'after the first lull')).toBe('after the first lull')
  expect(await sleep(5000, 'after the second')).toBe('after the second')
  expect(await sleep(100, 'after a short sleep')).toBe('after a short sleep')
  expect(await sleep(5000, 'after a lull again')).toBe('after a lull again')
  port.close()
})

test.each([
  ['with cores for both sides a port looks for more before it sleeps', false],
  ['where the process may use one core only, it sleeps at once', true],
])('%s', async (_, hasOneCore) => {
  let readings = 0
  // Each reading is a microsecond.
  const counting: Host = { ...host, hasOneCore, now: () => ++readings / 1000 }
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lanes = [new ManualLane(), new ManualLane()] as const
  const port = new Port({ host, lane: lanes[0], regions, owner: 1, options: {} })
  const other = new Port({ host: counting, lane: lanes[1], regions: openOffer(offer), owner: 2, options: {} })
  const seen: unknown[] = []
  other.onmessage = (event: { data: unknown }) => seen.push(event.data)
  await vi.waitFor(() => expect(other.stats().parks).toBe(1))
  if (!hasOneCore) expect(readings).toBeGreaterThan(50)
  readings = 0
  port.postMessage('one')
  lanes[1].listener!.onMessage(regions.token)
  await vi.waitFor(() => expect(other.stats().parks).toBe(2))
  expect(seen).toEqual(['one'])
  if (hasOneCore) expect(readings).toBeLessThan(10)
})

test('a request for an unreadable message rejects with a reason, although the platform gives none', async () => {
  const lane = new ManualLane()
  const port = new Port({ host, lane, regions: undefined, owner: 1, options: {} })
  const asked = port.receive()
  await turn()
  lane.listener!.onMessageError(null)
  const refusal = { name: 'DataCloneError', message: 'Cannot read a message: the platform could not deserialize it' }
  await expect(asked).rejects.toMatchObject(refusal)
  const seen: unknown[] = []
  port.onmessageerror = (event) => seen.push(event.data)
  port.onmessage = () => {}
  lane.listener!.onMessageError(null)
  await turn()
  expect(seen).toEqual([null])
  port.onmessage = null
  lane.listener!.onMessageError(null)
  await turn()
  expect(() => port.takeMessage()).toThrow(expect.objectContaining(refusal))
})

test('without shared memory, too, a message whose from() stops the port waits until it is started again, with its ports', async () => {
  class Carrier {
    readonly isMade = true
  }
  class StoppedPort extends Port {
    override stop(): void {
      super.stop()
    }
  }
  const seen: unknown[] = []
  let take: (() => void) | undefined
  const from = (): Carrier => {
    take?.()
    return new Carrier()
  }
  const options = { codec: { classes: [ownClass({ name: 'Carrier', type: Carrier, to: () => 0, from })] } }
  const lanes = [new ManualLane(), new ManualLane()] as const
  const port = new Port({ host, lane: lanes[0], regions: undefined, owner: 1, options })
  const other = new StoppedPort({ host, lane: lanes[1], regions: undefined, owner: 2, options })
  take = () => other.stop()
  other.onmessage = ({ data, ports }) => seen.push(data, ...ports)
  await turn()
  const transferred = {}
  port.postMessage(new Carrier())
  port.postMessage('next')
  lanes[1].listener!.onMessage(lanes[0].posted[0], [transferred])
  lanes[1].listener!.onMessage(lanes[0].posted[1])
  await turn()
  expect(seen).toEqual([])
  take = undefined
  other.start()
  await vi.waitFor(() => expect(seen).toHaveLength(3))
  expect(seen).toEqual([new Carrier(), transferred, 'next'])
  expect(seen[1]).toBe(transferred)
})

// Without `ready`, only `drain` tells a program that was refused to go on.
test.each(['buffer', 'throw'] as const)(
  'drain comes after a refused message, though the other side has taken all before the next look (whenFull: %j)',
  async (whenFull) => {
    const { offer, regions } = createOffer({ capacity: 4096 })
    const options = { maxBufferedBytes: 1000, maxCapacity: 4096, whenFull }
    const port = new Port({ host, lane: new ManualLane(), regions, owner: 1, options })
    const other = new Port({ host, lane: new ManualLane(), regions: openOffer(offer), owner: 2, options: {} })
    expect(other.takeMessage()).toBeUndefined()
    const text = 'x'.repeat(600)
    const tryPost = (): boolean => {
      if (whenFull === 'buffer') return port.tryPostMessage(text)
      try {
        port.postMessage(text)
        return true
      } catch (error) {
        expect(isBufferFullError(error)).toBe(true)
        return false
      }
    }
    expect(tryPost()).toBe(true)
    const look = vi.spyOn(Sender.prototype, 'lookAtBuffered').mockReturnValue(0)
    expect(tryPost()).toBe(false)
    look.mockRestore()
    expect(other.takeMessage()).toEqual({ message: text })
    await new Promise((resolve) => port.addEventListener('drain', resolve))
    expect(tryPost()).toBe(true)
    port.close()
  },
)
