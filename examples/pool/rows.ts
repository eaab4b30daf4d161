/** A worker's module: gives the rows of a large file while it reads it. */

import { createReadStream } from 'node:fs'
import type { TaskContext } from '@slipring/worker'

export interface Row {
  /** Minutes. */
  readonly delay: number
  /** Miles. */
  readonly distance: number
}

/** Some hundred flights at a time. The signal closes the file as soon as nobody wants more. */
export async function* rows(file: string, { signal }: TaskContext): AsyncGenerator<readonly Row[]> {
  let rest = ''
  for await (const text of createReadStream(new URL(file), { encoding: 'utf8', signal })) {
    rest += text as string
    // A flight holds no other object.
    const end = rest.lastIndexOf('}') + 1
    if (end === 0) continue
    // Before each is a comma, or the bracket of the array.
    yield JSON.parse(`[${rest.slice(1, end)}]`) as Row[]
    rest = rest.slice(end)
  }
}
