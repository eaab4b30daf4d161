/** All workloads, by name. */

import type { Workload } from './workload.ts'
import { book } from './workloads/book.ts'
import { bytes } from './workloads/bytes.ts'
import { chat } from './workloads/chat.ts'
import { order } from './workloads/order.ts'
import { text } from './workloads/text.ts'
import { tick } from './workloads/tick.ts'
import { ticker } from './workloads/ticker.ts'
import { tiny } from './workloads/tiny.ts'
import { user } from './workloads/user.ts'

export const workloads: readonly Workload[] = [tiny, ticker, order, user, chat, text, book, tick, bytes]

export function workloadNamed(name: string): Workload {
  const workload = workloads.find((candidate) => candidate.name === name)
  if (workload === undefined) throw new Error(`No workload is named ${name}`)
  return workload
}
