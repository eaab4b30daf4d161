/** All workloads, by name. */

import type { Workload } from './workload.ts'
import { book } from './workloads/book.ts'
import { bytes, largeBytes } from './workloads/bytes.ts'
import { chatUtf8 } from './workloads/chat-utf8.ts'
import { chat } from './workloads/chat.ts'
import { citibike } from './workloads/citibike.ts'
import { dictionary } from './workloads/dictionary.ts'
import { ecommerceFull, ecommerceStock } from './workloads/ecommerce.ts'
import { entity } from './workloads/entity.ts'
import { loneNumber, shortText } from './workloads/lone.ts'
import { microWorkloads } from './workloads/micro.ts'
import { mixed } from './workloads/mixed.ts'
import { nested } from './workloads/nested.ts'
import { kindWorkloads } from './workloads/kinds.ts'
import { equalNumbers, mixedNumbers } from './workloads/numbers.ts'
import { omnitronWorkloads } from './workloads/omnitron.ts'
import { optional } from './workloads/optional.ts'
import { order } from './workloads/order.ts'
import { point } from './workloads/point.ts'
import { text } from './workloads/text.ts'
import { tick } from './workloads/tick.ts'
import { ticker } from './workloads/ticker.ts'
import { tiny } from './workloads/tiny.ts'
import { user } from './workloads/user.ts'
import { words } from './workloads/words.ts'

export const workloads: readonly Workload[] = [
  tiny,
  ticker,
  order,
  user,
  entity,
  mixed,
  chat,
  chatUtf8,
  text,
  citibike,
  book,
  tick,
  nested,
  ecommerceStock,
  ecommerceFull,
  equalNumbers,
  mixedNumbers,
  bytes,
  largeBytes,
  point,
  loneNumber,
  shortText,
  dictionary,
  words,
  optional,
]

export function workloadNamed(name: string): Workload {
  const workload = [...workloads, ...microWorkloads, ...kindWorkloads, ...omnitronWorkloads].find(
    (candidate) => candidate.name === name,
  )
  if (workload === undefined) throw new Error(`No workload is named ${name}`)
  return workload
}
