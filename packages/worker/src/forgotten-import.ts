/** A worker that does not import its `parentPort` from here works, at the platform's speed: its maker is told once. */

import type { PortMode } from '@slipring/core'

/** Native messages from one look to the next. */
const EVERY = 100

const REMEDY =
  `Write import { parentPort } from '@slipring/worker' in the worker's file, too, or leave its execArgv a --import of ` +
  '@slipring/worker/register'
// Node reads --import only for a thread that begins with a file.
const REMEDY_OF_EVAL =
  `Write const { parentPort } = require('@slipring/worker') in the worker's code, too, or start Node with --require ` +
  '@slipring/worker/register: with eval: true Node ignores --import'

let hasWarned = false

export class ForgottenImport {
  readonly #modeOf: () => PortMode
  readonly #isEval: boolean
  #left = EVERY

  /** `isEval`: the worker's script was given as text. */
  constructor(modeOf: () => PortMode, isEval = false) {
    this.#modeOf = modeOf
    this.#isEval = isEval
  }

  /** After a native message was posted. */
  look(): void {
    if (hasWarned || --this.#left > 0) return
    this.#left = EVERY
    if (this.#modeOf() !== 'native') return
    hasWarned = true
    process.emitWarning(
      `A worker takes its messages from the native parentPort, at the speed of postMessage: its port.mode is 'native'. ` +
        (this.#isEval ? REMEDY_OF_EVAL : REMEDY),
      'SlipringWarning',
    )
  }
}
