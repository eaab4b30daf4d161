/** The encoder of one direction: whole messages, into memory it is given. */
import { forgetIdentities, hasReferences, resumeIdentities, suspendIdentities } from './identity.ts'
import * as writer from './writer.ts'
import { resolveEngine } from './engine.ts'
import { hostsSent, resumeHosts, startSendingHosts, suspendHosts } from './kinds/host.ts'
import { hasWrittenAbsentSlots, resumeShapes, startWritingShapes, suspendShapes } from './kinds/object.ts'
import { ShapeTable } from './shapes.ts'
import { setDepth, writeValue } from './write.ts'
import { FLAG_ABSENT_SLOTS, FLAG_REFERENCES, FLAG_RESET_SHAPES } from './tags.ts'
import type { Span } from './span.ts'

const NO_HOSTS: readonly unknown[] = Object.freeze([])

// Encoding runs the program's getters, and those may encode something else: then the outer message is put away.
let isEncoding = false

export class Encoder {
  #hosts: readonly unknown[] = NO_HOSTS
  #spare: Span = writer.createSpare(0)
  #spilledBytes = 0
  readonly #shapes: ShapeTable
  readonly #mayHaveHosts: boolean

  /** Alone: each message is complete in itself, and host objects are refused with a `DataCloneError`. */
  constructor(isAlone = false) {
    this.#mayHaveHosts = !isAlone
    this.#shapes = new ShapeTable(isAlone ? 1 : 2)
    resolveEngine()
  }

  /**
   * Encodes `value` once into bytes `[offset, limit)` of `span` and returns the end offset.
   *
   * Returns -1 when that was too small; the complete encoding is then in `spilled()`, and the bytes of the span mean
   * nothing. Objects in `transfer` become `hosts` instead of bytes.
   *
   * @throws DataCloneError for what structured clone refuses, RangeError for too deep a value, and whatever a getter
   *   throws; the encoder is then as if nothing had been asked.
   */
  encode(value: unknown, span: Span, offset: number, limit: number, transfer?: readonly object[]): number {
    const outer = isEncoding ? suspend() : undefined
    isEncoding = true
    try {
      const spare = writer.trimSpare(this.#spare)
      writer.startWriting(span, offset, limit, spare)
      startSendingHosts(this.#mayHaveHosts, transfer)
      setDepth(0)
      startWritingShapes(this.#shapes)
      let flags = this.#shapes.start() ? FLAG_RESET_SHAPES : 0
      writer.writeByte(0)
      writeValue(value)
      if (hasReferences()) flags |= FLAG_REFERENCES
      if (hasWrittenAbsentSlots()) flags |= FLAG_ABSENT_SLOTS
      if (flags !== 0) writer.patchByte(0, flags)
      this.#shapes.finish()
      this.#hosts = hostsSent()
      this.#spilledBytes = writer.hasSpilled() ? writer.position : 0
      return writer.hasSpilled() ? -1 : writer.position
    } catch (error) {
      this.#shapes.undo()
      throw error
    } finally {
      this.#spare = writer.spareAfterwards()
      writer.stopWriting()
      forgetIdentities()
      startSendingHosts(false, undefined)
      isEncoding = outer !== undefined
      if (outer !== undefined) resume(outer)
    }
  }

  /** The last message, when it did not fit: private memory, valid until the next `encode`. */
  spilled(): Uint8Array {
    return this.#spare.bytes.subarray(0, this.#spilledBytes)
  }

  /** The objects of the last message that must travel beside its bytes, in order of first appearance. */
  get hosts(): readonly unknown[] {
    return this.#hosts
  }

  /** The last message was not sent: the next one must not build on it. */
  rollback(): void {
    this.#shapes.undo()
  }
}

type Suspended = ReturnType<typeof suspend>

function suspend() {
  return {
    writer: writer.suspendWriter(),
    identities: suspendIdentities(),
    hosts: suspendHosts(),
    shapes: suspendShapes(),
    depth: setDepth(0),
  }
}

function resume(outer: Suspended): void {
  writer.resumeWriter(outer.writer)
  resumeIdentities(outer.identities)
  resumeHosts(outer.hosts)
  resumeShapes(outer.shapes)
  setDepth(outer.depth)
}
