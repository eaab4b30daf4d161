/** A typed channel: records of one schema on a port, in one order with its messages. */

import type { Asker } from '../direction/asker.ts'
import type { Inbound, RecordSink } from '../direction/inbound.ts'
import { type RecordContent, RecordWriter } from '../direction/typed-record.ts'
import type { Span } from '../codec/span.ts'
import { HandshakeError, isBufferFullError, isDecodeError } from '../errors.ts'
import { readerOf } from '../schema/reader-of.ts'
import type { Schema } from '../schema/schema.ts'
import type { Viewer } from '../schema/viewer.ts'
import { Sized } from '../sized.ts'
import type { RecordsOwner } from '../port/brought.ts'
import { PortIterator } from '../port/iterate.ts'
import type { Closure } from '../port/options.ts'
import { endedError, Pace, Pulls, type ReceiveOptions, type Waiter } from '../port/pulls.ts'
import { waitForMessage } from '../port/receive.ts'
import type { PortTrace } from '../port/trace.ts'
import type { RecordTaker } from './record-taker.ts'
import { postRecord } from './post-record.ts'

/** The functions of a port that a typed channel needs. */
export interface ChannelOwner extends RecordsOwner {
  /** Gives the typed channel its next record if that is here. */
  readonly taker: Pick<RecordTaker, 'take'>
}

/** The type of a typed channel's `onrecord`: gets a record, or a view of one that ends with the call. */
export type RecordListener<V> = (record: V) => unknown

const ignore = (): void => {}

/**
 * Records of one schema in both directions, made by `channel()` of a port. `T` is the type of the values, `Infer` of the schema.
 * `V` is the type of the views that `onrecord` gets, `InferView` of the schema.
 */
export class TypedChannel<T, V = any> extends Sized implements AsyncIterable<T> {
  /** The name by which both sides know it. Without a name, its number among the channels opened without one. */
  readonly name: string | number
  readonly schema: Schema<T, V>
  /** Of the records that we send. */
  readonly number: number
  readonly #owner: ChannelOwner
  readonly #lookAtRest: () => void
  readonly #content: ValueContent<T>
  readonly #writer: RecordWriter
  readonly #pulls: Pulls
  readonly #pace: Pace
  readonly #sink: RecordSink
  #listener: RecordListener<V> | null = null
  #isHeld = false
  /** The other side has opened it, also when the port has ended since. */
  #isOpened = false
  #draft: T | undefined
  /** It gets the next record, and nobody else. */
  #taker: Waiter | undefined
  #inbound: Inbound | undefined
  #asker: Asker | undefined
  /** Reads the records of the other side. */
  #reader: Schema<T, V>
  #viewer: Viewer<V> | undefined
  #failure: HandshakeError | undefined
  #closure: Closure | undefined
  #opened: Promise<void> | undefined
  #settleOpened: { resolve: () => void; reject: (error: unknown) => void } | undefined

  /** `lookAtRest`: somebody wants records, and the port has ended. */
  constructor(
    owner: ChannelOwner,
    name: string | number,
    number: number,
    schema: Schema<T, V>,
    lookAtRest: () => void,
  ) {
    super()
    this.name = name
    this.schema = schema
    this.number = number
    this.#owner = owner
    this.#lookAtRest = lookAtRest
    this.#content = new ValueContent(schema)
    this.#writer = new RecordWriter(number, this.#content)
    const { ending } = owner
    this.#pulls = new Pulls({ ending, hold: (isHeld) => owner.hold(isHeld), onLeft: () => this.#look(false) })
    this.#pace = new Pace(owner.host.now)
    this.#reader = schema
    this.#sink = {
      isWanted: () => this.#isWanted(),
      take: (span, offset, end) => this.#take(span, offset, end),
      endView: () => this.#viewer?.release(),
    }
  }

  /** The other side has opened it too. Throws `HandshakeError` when the two schemas do not fit and nobody asks. */
  static meet(channel: TypedChannel<any, any>, inbound: Inbound): void {
    channel.#meet(inbound)
  }

  /** The port has ended. */
  static end(channel: TypedChannel<any, any>, closure: Closure): void {
    channel.#end(closure)
  }

  /** Whether it wants a record, or to know of the other side's opening. */
  static isLooking(channel: TypedChannel<any, any>): boolean {
    return channel.#isWanted() || (channel.#inbound === undefined && channel.#failure === undefined)
  }

  /**
   * Sends a value as one record, by the rules of `postMessage`: it blocks only with `whenFull: 'block'`, nothing is lost, and the
   * order is kept. The properties of a value may be read more than once. Does nothing on a closed port.
   *
   * @throws SchemaError when the value does not fit the schema, BufferFullError as `postMessage`, HandshakeError when the
   *   other side has opened the channel with a schema that does not fit.
   */
  send(value: T): void {
    this.#send(value, false)
  }

  /** Sends as `send` does, or returns false and sends nothing where `tryPostMessage` would. */
  trySend(value: T): boolean {
    return this.#send(value, true)
  }

  /**
   * Sends a record without making an object for it. `fill` sets the fields of one object, which is the same each time and keeps
   * the fields that were set before. Sends nothing when `fill` throws. After an exception of `fill`, or a value that does not fit,
   * the next `fill` gets an empty object, so nothing of the failed record is sent. A record that `BufferFullError` refused stays.
   *
   * @throws TypeError when the schema is no struct, and as `send`.
   */
  write(fill: (record: T) => void): void {
    const draft = this.#draft ?? this.schema.draft()
    // A `fill` that writes another record fills another object. After one that throws nobody has this object.
    this.#draft = undefined
    fill(draft)
    try {
      this.#send(draft, false)
    } catch (error) {
      if (isBufferFullError(error)) this.#draft = draft
      throw error
    }
    this.#draft = draft
  }

  /**
   * Resolves when the other side has opened the channel with a schema that fits. Rejects with `HandshakeError` when it does
   * not fit, and with `ClosedError` when the port ends first. A mismatch that nobody asks about here or by `receive` is
   * reported as an uncaught error. It does not keep the process alive: `receive` and a listener do.
   */
  get opened(): Promise<void> {
    if (this.#opened !== undefined) return this.#opened
    const opened = new Promise<void>((resolve, reject) => {
      this.#settleOpened = { resolve, reject }
      if (this.#failure !== undefined) reject(this.#failure)
      else if (this.#isOpened) resolve()
      else if (this.#closure !== undefined) reject(endedError(this.#closure))
    })
    // A caller that ignores the promise must see no unhandled rejection.
    opened.catch(ignore)
    return (this.#opened = opened)
  }

  /**
   * Called with a view of each record that no `receive` or loop waits for. The view reads the record where it lies, and ends when
   * the listener returns: `copy()` keeps its contents. Records wait while there is no listener.
   */
  get onrecord(): RecordListener<V> | null {
    return this.#listener
  }
  set onrecord(listener: RecordListener<V> | null) {
    this.#listener = typeof listener === 'function' ? listener : null
    this.#holdAsHeard()
    if (this.#listener !== null) this.#look(false)
  }

  /** Resolves with the next record as a value, as `Port.receive` does. Rejects with `HandshakeError` as `opened` does. */
  receive(options: ReceiveOptions = {}): Promise<T> {
    return waitForMessage((waiter) => this.#pull(waiter), this.#pulls, this.#owner.host, options)
  }

  /** All records from now on as values, until the port ends. The listener gets none meanwhile. */
  [Symbol.asyncIterator](): AsyncIterableIterator<T> {
    return new PortIterator(this.#pulls, (waiter) => this.#pull(waiter))
  }

  /** A listener that nothing can come for any more holds no process. */
  #holdAsHeard(): void {
    const isHeld = this.#listener !== null && this.#failure === undefined && this.#closure === undefined
    if (isHeld === this.#isHeld) return
    this.#owner.hold(isHeld)
    this.#isHeld = isHeld
  }

  #isWanted(): boolean {
    return this.#taker !== undefined || this.#pulls.isWaiting || (this.#listener !== null && !this.#pulls.isIterating)
  }

  #send(value: T, mayRefuse: boolean): boolean {
    if (this.#failure !== undefined) throw this.#failure
    const { trace } = this.#owner
    if (trace !== undefined && !this.#owner.outgoing.isMute) return this.#sendTraced(trace, value, mayRefuse)
    return this.#sendNow(value, mayRefuse)
  }

  #sendTraced(trace: PortTrace, value: T, mayRefuse: boolean): boolean {
    const since = trace.now?.() ?? 0
    const isSent = this.#sendNow(value, mayRefuse)
    if (isSent) trace.posted(this.#owner.port, value, since, this)
    return isSent
  }

  #sendNow(value: T, mayRefuse: boolean): boolean {
    const content = this.#content
    // A getter of a value that is being written may send another.
    const outer = content.value
    content.value = value
    try {
      return postRecord(this.#owner.outgoing, this.#writer, mayRefuse)
    } finally {
      content.value = outer
    }
  }

  #pull(waiter: Waiter): void {
    if (this.#failure !== undefined) return waiter.reject(this.#failure)
    const isEnded = this.#closure !== undefined
    const mayTake = !this.#pulls.isWaiting && (isEnded || !this.#pace.isOver())
    if (mayTake && this.#takeFor(waiter)) return
    this.#owner.begin(mayTake)
    if (this.#failure !== undefined) return waiter.reject(this.#failure)
    if (this.#closure !== undefined) return waiter.reject(endedError(this.#closure))
    this.#pulls.add(waiter)
  }

  #takeFor(waiter: Waiter): boolean {
    if (this.#inbound === undefined) return false
    this.#taker = waiter
    let isTaken: boolean
    try {
      this.#owner.taker.take(this.#inbound, this.#asker!)
    } finally {
      isTaken = this.#taker === undefined
      this.#taker = undefined
    }
    return isTaken
  }

  #take(span: Span, offset: number, end: number): boolean {
    const { port, trace } = this.#owner
    if (trace === undefined) return this.#give(span, offset, end)
    const since = trace.now?.() ?? 0
    const isOpen = this.#give(span, offset, end)
    trace.delivered?.(port, since)
    return isOpen
  }

  #give(span: Span, offset: number, end: number): boolean {
    const taker = this.#taker
    if (taker === undefined && !this.#pulls.isWaiting) return this.#show(span, offset, end)
    const value = this.#reader.decode(span, offset, end)
    this.#taker = undefined
    this.#owner.trace?.received(this.#owner.port, value, this)
    if (taker !== undefined) taker.resolve(value)
    else this.#pulls.settle(value)
    // A listener that asked for it may still be at work on the one before.
    return false
  }

  /** Whether the view is still open. */
  #show(span: Span, offset: number, end: number): boolean {
    const viewer = (this.#viewer ??= this.#reader.viewer())
    const view = viewer.at(span, offset, end)
    this.#owner.trace?.received(this.#owner.port, view, this)
    try {
      const result = this.#listener!(view)
      if (result !== undefined) this.#owner.onResult?.(result)
    } catch (error) {
      // Thrown by the view, when the record itself is at fault.
      if (isDecodeError(error) && !this.#isReadable(span, offset, end)) throw error
      this.#owner.reportError(error)
    }
    return viewer.lingers()
  }

  #isReadable(span: Span, offset: number, end: number): boolean {
    try {
      this.#reader.decode(span, offset, end)
      return true
    } catch {
      return false
    }
  }

  #meet(inbound: Inbound): void {
    const { fingerprint, description } = inbound.opening
    try {
      this.#reader = fingerprint === this.schema.fingerprint ? this.schema : readerOf(this.schema, description)
    } catch (error) {
      inbound.sink = NOBODY
      const message = `Cannot use channel ${JSON.stringify(this.name)}: the schemas of its sides differ, ${(error as Error).message}`
      return this.#fail(new HandshakeError(message, this.schema.fingerprint, fingerprint))
    }
    this.#isOpened = true
    this.#inbound = inbound
    this.#asker = { takesMessages: false, records: inbound }
    inbound.sink = this.#sink
    this.#settleOpened?.resolve()
  }

  #fail(error: HandshakeError): void {
    this.#failure = error
    this.#holdAsHeard()
    const isAsked = this.#opened !== undefined || this.#pulls.isWaiting
    this.#settleOpened?.reject(error)
    this.#pulls.rejectAll(error)
    if (!isAsked) throw error
  }

  #end(closure: Closure): void {
    this.#closure = closure
    const error = endedError(closure)
    // A port that this side has closed delivers nothing more. Otherwise earlier records are still there.
    if (closure.reason === 'closed') this.#inbound = undefined
    // A thread that blocks for a message sets aside what others wait for.
    else while (this.#pulls.isWaiting && this.#takeWaiting());
    this.#settleOpened?.reject(error)
    this.#pulls.rejectAll(error)
    this.#holdAsHeard()
    if (this.#listener !== null && this.#inbound !== undefined) this.#look(false)
  }

  /** Somebody begins to want records. */
  #look(isNow: boolean): void {
    if (this.#closure === undefined) this.#owner.begin(isNow)
    else this.#lookAtRest()
  }

  /** False: no record waits, or it cannot be read now. */
  #takeWaiting(): boolean {
    return this.#inbound?.line.first !== undefined && this.#owner.taker.take(this.#inbound, this.#asker!)
  }
}

/** The value that is to be written. */
class ValueContent<T> implements RecordContent {
  readonly #schema: Schema<T, any>
  value: T | undefined

  constructor(schema: Schema<T, any>) {
    this.#schema = schema
  }

  write(span: Span, offset: number, limit: number): number {
    return this.#schema.encodeInto(this.value as T, span, offset, limit)
  }
}

/** Takes the records of a typed channel whose schemas do not fit: nobody can read them. */
const NOBODY: RecordSink = { isNobody: true, isWanted: () => true, take: () => false, endView: ignore }
