/** Both threads of a trial watch this on their own side: errors, values, the end, and what belongs to everybody. */

import { isDeepStrictEqual } from 'node:util'
import {
  isBufferFullError,
  isClosedError,
  isDecodeError,
  isHandshakeError,
  isRingCorruptError,
  type NodePort,
} from '@slipring/worker'
import { intrinsicsNow, oddPrototypeIn } from '../../packages/core/test/codec/intrinsics.ts'
import type { Sight } from './plan.ts'

const REASONS = new Set<string>(['closed', 'peer-closed', 'peer-died', 'peer-stack-overflow', 'corrupt'])
const ON_NATIVE_PORT = 'Cannot block for the next message: it is on the native port'

// Node makes this class when it is first asked for, with its web client, which leaves names on the global object.
void globalThis.MessageEvent

export class Side {
  messages = 0
  sent = 0
  readonly faults: string[] = []
  readonly #errors: Record<string, number> = {}
  readonly #intrinsics = intrinsicsNow()
  isOver = false
  #reason = ''

  watch(port: NodePort): void {
    void port.closed.then(({ reason, error }) => {
      this.isOver = true
      this.#reason = reason
      if (!REASONS.has(reason)) this.faults.push(`ended for the reason ${reason}`)
      if (reason === 'corrupt' && !isBreach(error)) this.faults.push(`ended as corrupt by ${String(error)}`)
    })
  }

  /** Runs something that may meet the other side's scribbles: a value, or undefined after an error that is documented. */
  attempt<T>(action: () => T): T | undefined {
    try {
      return action()
    } catch (error) {
      this.noteError(error)
      return undefined
    }
  }

  noteError(error: unknown): void {
    const name = error instanceof Error ? error.name : typeof error
    this.#errors[name] = (this.#errors[name] ?? 0) + 1
    if (!isDocumented(error)) this.faults.push(error instanceof Error ? String(error.stack) : String(error))
  }

  /** Takes a receiver's message: only a value that structured clone can give, too. */
  take(message: unknown): void {
    this.messages++
    const odd = oddPrototypeIn(message)
    if (odd !== undefined) this.faults.push(odd)
    try {
      if (!isDeepStrictEqual(structuredClone(message), message))
        this.faults.push(`no clone of itself: ${kindOf(message)}`)
    } catch (error) {
      this.faults.push(`cannot be cloned: ${kindOf(message)}: ${String(error)}`)
    }
  }

  /** A pulled message, in its wrapper. */
  takeWrapped(taken: unknown): void {
    if (taken === undefined) return
    if (typeof taken !== 'object' || taken === null || Object.keys(taken).join() !== 'message')
      this.faults.push(`pulled ${kindOf(taken)}`)
    else this.take((taken as { message: unknown }).message)
  }

  sight(): Sight {
    const now = intrinsicsNow()
    if (now !== this.#intrinsics)
      this.faults.push(`an intrinsic object was changed: ${changeOf(this.#intrinsics, now)}`)
    const { messages, sent, faults } = this
    return { messages, sent, errors: this.#errors, reason: this.#reason, faults }
  }
}

function changeOf(before: string, after: string): string {
  const [old, now] = [before, after].map((text) => text.split(/[,\n]/))
  const [lost, added] = [old!.filter((name) => !now!.includes(name)), now!.filter((name) => !old!.includes(name))]
  return `lost ${lost.join() || 'nothing'}, got ${added.join() || 'nothing'}`
}

function isBreach(error: unknown): boolean {
  return isRingCorruptError(error) || isDecodeError(error) || isHandshakeError(error)
}

function isDocumented(error: unknown): boolean {
  if (isBreach(error) || isClosedError(error) || isBufferFullError(error)) return true
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || error.message.startsWith(ON_NATIVE_PORT)
}

function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value)
}
