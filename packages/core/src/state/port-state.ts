/** A state on a port: each side may write one, which the other reads. */

import type { Opening, StateOpening } from '../direction/opening.ts'
import { type CloseReason, isHandshakeError } from '../errors.ts'
import type { StateMemory } from '../memory/state-region.ts'
import type { RecordsOwner } from '../port/brought.ts'
import type { Schema } from '../schema/schema.ts'
import { attachedTo, createState } from './create-state.ts'
import { offerOf, type StateOffer } from './offer.ts'
import { freeReserved, reservePlace } from './shared-source.ts'
import { StateReader } from './state-reader.ts'
import { StateWriter } from './state-writer.ts'
import { Unopened } from './unopened.ts'

/** The last state may come by another way than the end of the port, and later. */
const COPIED_GRACE_MS = 100

/** Options of a state of a port. */
export interface PortStateOptions {
  /**
   * The name by which both sides know the state. Default: none. The first state without a name is then the other side's first
   * without one, and so on.
   */
  readonly name?: string | undefined
  /** Bytes of the largest state that this side writes; see `StateOptions`. */
  readonly maxBytes?: number | undefined
  /** How many states of this side's writer are kept; see `StateOptions`. */
  readonly history?: number | undefined
  /** An offer of `createState`: the other side reads the states of that writer. So one writer has readers on several ports. */
  readonly offer?: StateOffer | undefined
}

interface PortStateParts {
  readonly maxBytes: number | undefined
  readonly history: number | undefined
  /** Of a writer that is not the port's. */
  readonly offer: StateOffer | undefined
  readonly announce: () => void
}

/** Where the other side finds our states. */
interface Where extends StateOpening {
  readonly memory: StateMemory | undefined
}

const NOWHERE: Where = { id: '', place: -1, reservation: 0, memory: undefined }

/**
 * A state on a port, made by its `state()`. `T` is the type of the values that are written, `Infer` of the schema. `V` is the
 * type of the views that are read, `InferView` of the schema.
 */
export class PortState<T, V = any> {
  /** The name by which both sides know it. Without a name, its number among the states opened without one. */
  readonly name: string | number
  readonly schema: Schema<T, V>
  /** Among the states of our side. */
  readonly number: number
  readonly #owner: RecordsOwner
  readonly #parts: PortStateParts
  #where: Where = NOWHERE
  #writer: StateWriter<T> | undefined
  #reader: StateReader<V> | undefined
  /** The offer of the other side's writer. */
  #met: StateOffer | undefined
  #place: StateOpening | undefined
  #ended: CloseReason | undefined

  constructor(owner: RecordsOwner, name: string | number, number: number, schema: Schema<T, V>, parts: PortStateParts) {
    this.name = name
    this.number = number
    this.schema = schema
    this.#owner = owner
    this.#parts = parts
    const { offer } = parts
    if (offer === undefined) return
    const { memory } = offer
    const at = memory === undefined ? NOWHERE : reservePlace(memory)
    this.#where = { id: offer.name, place: at.place, reservation: at.reservation, memory }
  }

  static whereOf(state: PortState<any, any>): Where {
    return state.#where
  }

  /** It is read, and the other side has not told where it writes. */
  static isLooking(state: PortState<any, any>): boolean {
    return state.#reader !== undefined && state.#met === undefined
  }

  /** The other side has opened it, or tells where it writes. */
  static meet(state: PortState<any, any>, opening: Opening, memory: unknown): void {
    state.#meet(opening, memory)
  }

  static end(state: PortState<any, any>, reason: CloseReason): void {
    state.#end(reason)
  }

  static peerDied(state: PortState<any, any>): void {
    state.#free(true)
  }

  /**
   * Writes the states that the other side reads. It is made when it is first asked for. After the end of the port it publishes
   * nothing, as `postMessage` posts nothing.
   *
   * @throws TypeError when the state was opened with the offer of another writer; RangeError for `maxBytes` outside the limits.
   */
  get writer(): StateWriter<T> {
    if (this.#writer !== undefined) return this.#writer
    if (this.#parts.offer !== undefined)
      throw new TypeError(
        `Cannot write state ${JSON.stringify(this.name)} here: it was opened with an offer, use the writer that createState() gave with it`,
      )
    const { writer, offer } = createState(this.schema, {
      maxBytes: this.#parts.maxBytes,
      history: this.#parts.history,
      mode: this.#owner.sharesMemory() ? undefined : 'copied',
    })
    this.#writer = writer
    this.#where = { id: offer.name, place: 0, reservation: 0, memory: offer.memory }
    if (this.#ended === undefined) this.#parts.announce()
    else StateWriter.mute(writer)
    return writer
  }

  /**
   * Reads the states that the other side writes. It reads nothing until there is a state. The end of the port is the end of the
   * state: `changed()` gives false, and the last state can still be read. A side that closes the port closes the state, too.
   */
  get reader(): StateReader<V> {
    if (this.#reader !== undefined) return this.#reader
    const unopened = new Unopened(() => (this.#owner.sharesMemory() ? 'shared' : 'copied'))
    this.#reader = new StateReader<V>(this.schema, unopened, -1)
    this.#attach()
    if (this.#ended !== undefined) this.#endReader(this.#ended)
    else this.#owner.begin(false)
    return this.#reader
  }

  #meet({ fingerprint, description, state }: Opening, memory: unknown): void {
    if (state === undefined || state.id === '') return
    this.#place = state
    // Whether it is one of ours is asked when it is opened.
    const region = memory as StateMemory | undefined
    this.#met = offerOf({ fingerprint, description }, state.id, region)
    if (this.#reader !== undefined) this.#attach()
  }

  #attach(): void {
    const [reader, offer, at] = [this.#reader, this.#met, this.#place]
    if (reader === undefined || offer === undefined || at === undefined) return
    const { place, reservation } = at
    try {
      const isGone = (): boolean => this.#owner.isPeerGone()
      StateReader.attach(reader, attachedTo(this.schema, offer, { place, reservation, isGone }))
    } catch (error) {
      // The other side's offer is at fault, and the reader gets the error.
      if (!isHandshakeError(error) && !(error instanceof TypeError) && !(error instanceof RangeError)) throw error
      StateReader.fail(reader, error)
    }
  }

  #end(reason: CloseReason): void {
    if (this.#ended !== undefined) return
    if (this.#writer !== undefined) StateWriter.mute(this.#writer)
    if (this.#reader !== undefined) this.#endReader(reason)
    this.#free(false)
    this.#ended = reason
  }

  #endReader(reason: CloseReason): void {
    const reader = this.#reader!
    if (reason === 'closed' || reason === 'corrupt') reader.close()
    else if (this.#met !== undefined && reader.mode === 'copied')
      this.#owner.host.later(() => StateReader.end(reader), COPIED_GRACE_MS, true)
    else StateReader.end(reader)
  }

  /** The place that the other side's reader has, of a writer that has others. */
  #free(hasDied: boolean): void {
    const { memory, place, reservation } = this.#where
    if (reservation !== 0 && memory !== undefined) freeReserved(memory, place, reservation, hasDied)
  }
}
