/** The states of a recording, as a reader gets them. */

import { ArrivingSource } from './arriving-source.ts'
import type { Held } from './source.ts'

export class ReplaySource extends ArrivingSource {
  isClosed = false
  lowest = 0

  show(state: Held): void {
    this.lowest = this.next === undefined ? state.version : Math.min(this.lowest, state.version)
    this.next = state
    this.wake()
  }

  override parkSync(): never {
    throw new TypeError('Cannot block for a state of a recording: this thread plays it, use replay.next()')
  }

  override close(): void {
    super.close()
    this.isClosed = true
  }
}
