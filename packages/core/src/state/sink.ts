/** Where the writer of a state puts a new one. */

import type { Span } from '../codec/span.ts'
import type { StateMode } from './source.ts'

/** A sink that keeps earlier states. */
export interface BackSink extends StateSink {
  /** The oldest one first. */
  readonly versions: readonly number[]
  goBackTo(version: number): void
  show(): void
}

export interface StateSink {
  /** Itself, if it keeps earlier states. */
  readonly back?: BackSink | undefined
  readonly mode: StateMode
  /** The memory to write to. `claim` and `grow` may replace it. */
  readonly span: Span
  /** Bytes for a value at the claimed place. */
  readonly room: number
  /** Where the value is to be written; nobody reads there. */
  claim(): number
  /** More room at the claimed place, which may be elsewhere then. False when there is no more. */
  grow(): boolean
  /** Shows a value of this many bytes, at the claimed place, to the readers. `count`: see `Held`. */
  publish(bytes: number, version: number, time: number, count?: number): void
  /** The states after `version` are no more: for readers that keep copies of their own. */
  takeBack?(version: number): void
  /** Where the state that was published last is; undefined before the first. */
  readonly latest: { readonly span: Span; readonly offset: number; readonly end: number } | undefined
  /** Of that state; 0 before the first. */
  readonly version: number
  close(): void
  /** Nobody is there any more: nothing is published after it. */
  letGo(): void
}
