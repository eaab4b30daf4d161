/** One side of a simulated pair: what it does, what it has posted, and what it got. */

import { expect } from 'vitest'
import type { Lease } from '../../src/direction/lease.ts'
import { isBufferFullError } from '../../src/errors.ts'
import type { TypedChannel } from '../../src/channel/typed-channel.ts'
import { channelOf } from '../../src/channel/index.ts'
import { struct, u32 } from '../../src/schema/index.ts'
import { Instance, type PairTraits, type SimulatedSide, UNREADABLE } from './simulated-pair.ts'
import { receiveMessageSync } from '../../src/port/receive-on-port.ts'

export type Deed =
  | 'post'
  | 'post much'
  | 'post large'
  | 'post twice within'
  | 'try to post'
  | 'post bytes'
  | 'fail to fill'
  | 'transfer'
  | 'transfer what cannot be read'
  | 'post natively'
  | 'post natively what cannot be read'
  | 'post an instance'
  | 'send a record'
  | 'take'
  | 'take, blocking'
  | 'receive'
  | 'receive for a while'
  | 'lose patience'
  | 'receive a lease'
  | 'give leases back'
  | 'iterate'
  | 'iterate over two'
  | 'listen'
  | 'listen and take'
  | 'listen and answer'
  | 'listen and close'
  | 'listen and fail'
  | 'listen for records'
  | 'open a channel alone'
  | 'receive a record'
  | 'wait for room'
  | 'close'
  | 'close within'
  | 'die'

/** Deeds that the `from` of an instance may do. It may not take messages: that is refused. */
const WITHIN: readonly Deed[] = [
  ...(['post', 'post an instance', 'send a record', 'wait for room', 'receive', 'receive for a while'] as const),
  ...(['lose patience', 'iterate', 'listen', 'listen and answer', 'give leases back', 'close'] as const),
]

const MOST_ANSWERS = 5
const Numbered = channelOf(struct({ id: u32 }))
const FAILURE = new Error('of a listener')

export class Actor {
  readonly side: SimulatedSide
  other!: Actor
  /** How many were sent, of our messages, records, and native messages of somebody who knows nothing of us. */
  readonly sent = { messages: 0, records: 0, foreign: 0, unreadable: 0 }
  /** The numbers of those that came, by the way in which they were asked for: each way gets them in order. */
  readonly got = {
    messages: new Map<string, number[]>(),
    records: new Map<string, number[]>(),
    foreign: new Map<string, number[]>(),
  }
  /** Of how many it was told that they cannot be read. */
  #unreadable = 0
  #reason: string | undefined
  readonly pending: string[] = []
  isClosed = false
  readonly #aborts: AbortController[] = []
  readonly #leases: Lease[] = []
  #channel: TypedChannel<{ id: number }, any> | undefined
  #areRecordsHeard = false
  #answers = 0
  #dueWhenAsked = 0
  #failures = 0

  constructor(side: SimulatedSide) {
    this.side = side
    this.#wait('closed', side.port.closed)
    void side.port.closed.then(({ reason }) => (this.#reason = reason))
    side.port.onmessageerror = ({ data }) => this.#noteError(data)
    side.onFrom = (within) => {
      if (this.#answers++ < MOST_ANSWERS) this.do(within as Deed)
    }
  }

  do(deed: Deed): void {
    if (this.side.isDead) return
    const { port } = this.side
    switch (deed) {
      case 'post':
        return this.#post((id) => port.postMessage({ id }))
      case 'post much':
        for (let count = 0; count < 60; count++)
          this.#post((id) => port.postMessage({ id, pad: 'some text of some length' }))
        return
      case 'post large':
        return this.#post((id) => port.postMessage({ id, pad: 'x'.repeat(6000) }))
      case 'post twice within':
        return this.#postWithin()
      case 'try to post':
        return this.#post((id) => port.tryPostMessage({ id }))
      case 'post bytes':
        return this.#post((id) => port.postBytes(8, (bytes) => viewOf(bytes).setUint32(0, id)))
      case 'fail to fill':
        return this.#failToFill()
      case 'transfer':
        return this.#post((id) => {
          const buffer = new ArrayBuffer(8)
          port.postMessage({ id, buffer }, [buffer])
        })
      case 'transfer what cannot be read':
        return this.#transferUnreadable()
      case 'post an instance':
        return this.#postInstance()
      case 'post natively':
        if (!this.#mayBeStranger()) return
        for (let count = 0; count < 2; count++) this.side.lane.post(String(this.sent.foreign++))
        return
      case 'post natively what cannot be read':
        if (!this.#mayBeStranger()) return
        this.sent.unreadable++
        return this.side.lane.postUnreadable()
      case 'send a record':
        return this.#sendRecord()
      case 'take':
        return this.#take('take')
      case 'take, blocking':
        return this.#takeSync()
      case 'receive':
        return this.#receive('receive', port.receive())
      case 'receive for a while': {
        const abort = new AbortController()
        this.#aborts.push(abort)
        return this.#receive('receive', port.receive({ signal: abort.signal }))
      }
      case 'lose patience':
        return this.#aborts.shift()?.abort()
      case 'receive a lease':
        return this.#wait(
          deed,
          port.receiveLease().then((lease) => {
            this.#get('lease', lease.bytes)
            this.#leases.push(lease)
          }, this.#noteError),
        )
      case 'give leases back':
        return this.giveBack()
      case 'iterate':
        return this.#wait(deed, this.#iterate(Infinity))
      case 'iterate over two':
        return this.#wait(deed, this.#iterate(2))
      case 'listen':
        return this.#listen(() => {})
      case 'listen and take':
        return this.#listen(() => this.#take('listener'))
      case 'listen and answer':
        return this.#listen(() => {
          if (this.#answers++ < MOST_ANSWERS) this.do('post')
        })
      case 'listen and close':
        return this.#listen(() => this.do('close'))
      case 'listen and fail':
        return this.#listen(() => {
          this.#failures++
          throw FAILURE
        })
      case 'listen for records':
        this.#areRecordsHeard = true
        this.#opened().onrecord = (view: { id: number }) => this.#note('records', 'listener', view.id)
        return
      case 'open a channel alone':
        this.#channel ??= port.channel(Numbered, { name: 'numbered' })
        return
      case 'receive a record':
        return this.#wait(
          deed,
          this.#opened()
            .receive()
            .then(({ id }) => this.#note('records', 'receive', id)),
        )
      case 'wait for room':
        return this.#wait(deed, port.ready)
      case 'close':
        this.isClosed = true
        return port.close()
      case 'close within':
        return this.#closeWithin()
      case 'die':
        return this.#die()
    }
  }

  giveBack(): void {
    for (const lease of this.#leases.splice(0)) lease.release()
  }

  /** Takes all that is still to come, when the rest of the pair is calm, and asks for nothing that does not come. */
  async getRest(way: 'listen' | 'receive' | 'take', calm: () => Promise<void>): Promise<void> {
    if (this.#channel !== undefined) this.do('listen for records')
    if (way === 'listen' || this.#isIdle()) this.do(way === 'listen' ? way : 'take')
    await calm()
    for (let rest = this.#due(); rest > 0 && this.#isShort(); rest--) {
      this.do(way)
      await calm()
    }
  }

  /** More has come since it asked for all: asked once more it gets that, or has lost it. */
  get isLate(): boolean {
    const isLate = this.#isShort() && this.#due() !== this.#dueWhenAsked
    this.#dueWhenAsked = this.#due()
    return isLate
  }

  #isIdle(): boolean {
    return this.got.messages.size === 0 && this.got.foreign.size === 0
  }

  #isShort(): boolean {
    const count = countOf(this.got.messages) + countOf(this.got.foreign) + this.#unreadable
    return !this.side.isDead && !this.isClosed && count < this.#due()
  }

  /** Nothing is lost, nothing came twice, and by each way all came in order. */
  check({ canPoll, made }: PairTraits): void {
    expect(this.#reason).not.toBe('corrupt')
    expect(this.side.errors).toEqual(Array.from({ length: this.#failures }, () => FAILURE))
    const { other } = this
    const isSure = !this.isClosed && !this.side.isDead
    // Without polling, as in browsers, nobody knows what is on its way when the ring says that the other side has ended.
    const areAllKnown = (canPoll && made !== 'page') || !(other.isClosed || other.side.isDead)
    const kinds = ['messages', 'records', 'foreign'] as const
    for (const kind of kinds) {
      const got = [...this.got[kind].values()]
      for (const numbers of got) expect(numbers).toEqual(numbers.toSorted((one, two) => one - two))
      const all = got.flat().toSorted((one, two) => one - two)
      const isAsked = kind !== 'records' || this.#areRecordsHeard
      const length = isSure && isAsked && (kind !== 'foreign' || areAllKnown) ? other.sent[kind] : all.length
      expect(all, kind).toEqual(Array.from({ length }, (_, id) => id))
    }
    if (isSure) expect(this.#unreadable).toBe(areAllKnown ? other.sent.unreadable : this.side.lane.unreadable)
    else expect(this.#unreadable).toBeLessThanOrEqual(other.sent.unreadable)
  }

  /** All that was sent has been taken, and the sender knows. */
  checkRoom(): void {
    const { other, side } = this
    if (this.isClosed || other.isClosed || side.isDead || other.side.isDead) return
    // The announcement of a channel waits until the other side asks for anything, and records wait for a listener to them.
    if (this.#channel !== undefined && !other.#areRecordsHeard) return
    expect(side.port.bufferedAmount).toBe(0)
    expect(this.pending).not.toContain('wait for room')
  }

  #due(): number {
    const { messages, foreign, unreadable } = this.other.sent
    return messages + foreign + unreadable
  }

  #post(send: (id: number) => boolean | void): void {
    try {
      const isSent = send(this.sent.messages) !== false
      if (isSent && !this.isClosed) this.sent.messages++
    } catch (error) {
      if (!isBufferFullError(error)) throw error
    }
  }

  #postInstance(): void {
    // Without the option it would be a plain object.
    const within = WITHIN[this.sent.messages % WITHIN.length]!
    this.#post((id) => this.side.port.postMessage(new Instance(id, within)))
  }

  /** Of so much that it may have to begin at the start of the ring. */
  #failToFill(): void {
    try {
      this.side.port.postBytes(900, () => {
        throw FAILURE
      })
    } catch (error) {
      if (error !== FAILURE && !isBufferFullError(error)) throw error
    }
  }

  #transferUnreadable(): void {
    const { lane, port } = this.side
    const buffer = new ArrayBuffer(8)
    lane.isNextUnreadable = true
    lane.isSwift = this.sent.unreadable % 2 === 1
    const { isClosed } = this
    try {
      port.postMessage({ id: -1, buffer }, [buffer])
      if (!isClosed) this.sent.unreadable++
    } catch (error) {
      if (!isBufferFullError(error)) throw error
    }
    lane.isNextUnreadable = lane.isSwift = false
  }

  #mayBeStranger(): boolean {
    // Before a worker listens, its messages cannot be told from ours.
    if (this.isClosed || this.side.isUnwrapped) return false
    // As the port of a `Worker` does from its beginning, the only one that knows of strangers.
    this.other.side.port.listen()
    return true
  }

  /** A getter posts first. */
  #postWithin(): void {
    const { port } = this.side
    const { sent } = this
    const postInner = (): void => this.do('post')
    this.#post(() =>
      port.postMessage({
        get pad() {
          postInner()
          return ''
        },
        get id() {
          return sent.messages
        },
      }),
    )
  }

  /** A getter closes the port: that message is not sent either, unless by the `postMessage` of a worker, which has no end. */
  #closeWithin(): void {
    const { port, isUnwrapped } = this.side
    if (isUnwrapped) return this.do('close')
    const close = (): void => this.do('close')
    port.postMessage({
      get id() {
        close()
        return -1
      },
    })
    if (!this.isClosed) close()
  }

  #sendRecord(): void {
    const channel = this.#opened()
    try {
      channel.send({ id: this.sent.records })
      if (!this.isClosed) this.sent.records++
    } catch (error) {
      if (!isBufferFullError(error)) throw error
    }
  }

  /** Both sides open it, or what one side says of it would wait for the other. */
  #opened(): TypedChannel<{ id: number }, any> {
    if (this.#channel === undefined) {
      this.#channel = this.side.port.channel(Numbered, { name: 'numbered' })
      if (!this.other.isClosed) this.other.#opened()
    }
    return this.#channel
  }

  #take(way: string): void {
    try {
      this.#gotAny(way, this.side.port.takeMessage())
    } catch (error) {
      this.#noteUnreadable(error)
    }
  }

  #takeSync(): void {
    try {
      this.#gotAny('take', receiveMessageSync(this.side.port, { timeout: 0 }))
    } catch (error) {
      if (!/only the event loop reads|without shared memory/.test(String(error))) this.#noteUnreadable(error)
    }
  }

  #noteUnreadable(error: unknown): void {
    if (error !== UNREADABLE) throw error
    this.#unreadable++
  }

  /** Of who waits it may also be the end, or its own signal. */
  readonly #noteError = (error: unknown): void => {
    if (error === UNREADABLE) this.#unreadable++
  }

  #listen(then: () => void): void {
    this.side.port.onmessage = ({ data }: { data: unknown }) => {
      this.#get('listener', data)
      then()
    }
  }

  #receive(way: string, promise: Promise<unknown>): void {
    this.#wait(
      way,
      promise.then((message) => this.#get(way, message), this.#noteError),
    )
  }

  async #iterate(most: number): Promise<void> {
    let length = 0
    try {
      for await (const message of this.side.port) {
        this.#get('iteration', message)
        if (++length === most) return
      }
    } catch (error) {
      this.#noteUnreadable(error)
    }
  }

  #die(): void {
    const { lane } = this.side
    // A side whose lane ends silently hears of the end from its platform. A page does not even hear it so.
    if (lane.endsSilently && !lane.other.tellsExit) return
    // Messages that nobody listens for when a worker ends are lost with it.
    if (lane.endsSilently) this.other.do('listen')
    this.side.die()
    this.isClosed = true
    this.pending.length = 0
  }

  #wait(what: string, promise: Promise<unknown>): void {
    this.pending.push(what)
    const settle = (): void => {
      const index = this.pending.indexOf(what)
      if (index !== -1) this.pending.splice(index, 1)
    }
    promise.then(settle, settle)
  }

  #gotAny(way: string, taken: { message: unknown } | undefined): void {
    if (taken !== undefined) this.#get(way, taken.message)
  }

  #get(way: string, message: unknown): void {
    if (typeof message === 'string') this.#note('foreign', way, Number(message))
    else if (message instanceof Uint8Array) this.#note('messages', way, viewOf(message).getUint32(0))
    else this.#note('messages', way, (message as { id: number }).id)
  }

  #note(kind: 'messages' | 'records' | 'foreign', way: string, id: number): void {
    const numbers = this.got[kind].get(way)
    if (numbers === undefined) this.got[kind].set(way, [id])
    else numbers.push(id)
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function countOf(got: Map<string, number[]>): number {
  return [...got.values()].reduce((sum, { length }) => sum + length, 0)
}
