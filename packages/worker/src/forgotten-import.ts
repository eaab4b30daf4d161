/** A worker that does not import its `parentPort` from here works, at the platform's speed: its maker is told once. */

import type { PortMode } from '@slipring/core'

/** Native messages from one look to the next. */
const EVERY = 100

let hasWarned = false

export class ForgottenImport {
  readonly #modeOf: () => PortMode
  #left = EVERY

  constructor(modeOf: () => PortMode) {
    this.#modeOf = modeOf
  }

  /** After a native message was posted. */
  look(): void {
    if (hasWarned || --this.#left > 0) return
    this.#left = EVERY
    if (this.#modeOf() !== 'native') return
    hasWarned = true
    process.emitWarning(
      `A worker takes its messages from the native parentPort, at the speed of postMessage: its port.mode is 'native'. ` +
        `Write import { parentPort } from '@slipring/worker' in the worker's file, too, or leave its execArgv a --import of ` +
        '@slipring/worker/register',
      'SlipringWarning',
    )
  }
}
