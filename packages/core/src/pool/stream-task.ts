/** One call of `Pool.stream`, as a task of the pool. */

import type { Transfer } from '../port/transfer.ts'
import { Task } from './task.ts'

export class StreamTask extends Task {
  /** A value has come. */
  readonly onPart: (value: unknown) => void
  /** How many values its worker may give in all. */
  asked: number

  constructor(
    value: unknown,
    name: string | undefined,
    transfer: Transfer | undefined,
    ahead: number,
    onPart: (value: unknown) => void,
    onCancelled: () => void,
  ) {
    // It is not run again: its reader has had values.
    super(value, name, transfer, 0)
    this.more = [ahead, 1, undefined]
    this.asked = ahead
    this.onPart = onPart
    this.onCancelled = onCancelled
  }
}
