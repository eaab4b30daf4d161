/** Points one view at message after message. */
import { compile } from './compile.ts'
import { isRange, type Memory, spanOf, throwOutside } from './memory.ts'
import { asDecodeError } from './misfit.ts'
import { type MessageView, PARTS, releaseView } from './record-view.ts'
import type { Type } from './type.ts'
import { messageViewProgram } from './view-classes.ts'
import { messageViewOf } from './view-interpreter.ts'

export type MessageViewClass = new () => MessageView

/** The class of a type's views of messages. */
export function viewClassOf(type: Type, mayGenerate: boolean): MessageViewClass {
  const compiled = mayGenerate ? compile<MessageViewClass>(messageViewProgram(type)) : undefined
  return compiled ?? messageViewOf(type)
}

/** A view that is used again for every message: nothing is made for one. */
export class Viewer<V> {
  readonly #message: MessageView
  readonly #open: MessageView['open']

  constructor(ViewClass: MessageViewClass) {
    this.#message = new ViewClass()
    this.#open = this.#message.open
  }

  /**
   * The view of the message in bytes `[offset, end)` of `source`. It is the same object each time, unless messages are of
   * different structs. The views of structs and lists that it gave out before are still of the message before, until it is
   * asked for the same ones again: then they are those of this message.
   *
   * @throws DecodeError when there are too few bytes; so do the properties of the view that find bytes of no value.
   *   RangeError when there is no such range in `source`.
   */
  at(source: Memory, offset: number, end: number): V {
    const span = spanOf(source)
    const { length } = span.bytes
    if (!isRange(offset, end, length)) throwOutside('view', offset, end, length)
    try {
      return this.#open.call(this.#message, span.bytes, span.view, offset, end) as V
    } catch (error) {
      throw asDecodeError(error)
    }
  }

  /**
   * Leaves the view open, true, if the next message takes it over as it is: it has given out nothing, and is the only one.
   * Then `release` must come before anybody's code, or the next `at`. Ends any other.
   */
  lingers(): boolean {
    const parts = this.#message[PARTS]
    if (parts.length === 0 || (parts.length === 1 && parts[0]![PARTS].length === 0)) return true
    this.release()
    return false
  }

  /** Ends the view, and all that it has given out: from now on whoever asks them for anything gets a `TypeError`. */
  release(): void {
    releaseView(this.#message)
  }
}
