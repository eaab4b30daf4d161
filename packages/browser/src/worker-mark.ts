/**
 * How a worker learns that its parent is a `Worker` of ours, before the first message: from the end of its name. Its own
 * name is put back as soon as this package is loaded there.
 *
 * Not from its URL: an entry module with a fragment or a query runs a second time when a module that it loads imports
 * something back from it, as bundlers arrange it; and a worker that starts another with its own URL would pass it on.
 */

import type { ParentPortOptions, RingSettings } from '@slipring/core'

const MARKED = /^(.*)@slipring:(%7B[^@]*%7D)$/s

export interface Mark {
  readonly rings: RingSettings
  readonly options: ParentPortOptions
}

export function markedName(name: string, mark: Mark): string {
  return `${name}@slipring:${encodeURIComponent(JSON.stringify(mark))}`
}

/** In a worker: takes the mark, if there is one, off its name. */
export function takeMark(scope: { name: string }): Mark | undefined {
  const [, name, mark] = MARKED.exec(scope.name) ?? []
  if (name === undefined) return undefined
  scope.name = name
  return JSON.parse(decodeURIComponent(mark!)) as Mark
}
