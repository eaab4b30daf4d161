/** Views of the slots that a writer fills in place. */

import type { Span } from '../codec/span.ts'
import type { Schema } from '../schema/schema.ts'
import type { Viewer } from '../schema/viewer.ts'

interface Slot<V> {
  readonly span: Span
  readonly offset: number
  readonly viewer: Viewer<V>
}

/** One view for each slot, made once: it keeps the arrays of its columns. There are two slots and two for each reader. */
export class SlotViews<V> {
  /** Of a value. */
  readonly bytes: number
  readonly #schema: Schema<unknown, V>
  readonly #slots: Slot<V>[] = []

  constructor(schema: Schema<unknown, V>, bytes: number) {
    this.#schema = schema
    this.bytes = bytes
  }

  at(span: Span, offset: number): V {
    let slot = this.#find(span, offset)
    if (slot === undefined) this.#slots.push((slot = { span, offset, viewer: this.#schema.viewer() }))
    return slot.viewer.at(span, offset, offset + this.bytes)
  }

  release(span: Span, offset: number): void {
    this.#find(span, offset)?.viewer.release()
  }

  #find(span: Span, offset: number): Slot<V> | undefined {
    const slots = this.#slots
    for (let index = 0; index < slots.length; index++) {
      const slot = slots[index]!
      if (slot.offset === offset && slot.span === span) return slot
    }
    return undefined
  }
}
