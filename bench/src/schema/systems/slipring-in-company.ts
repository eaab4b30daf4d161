/**
 * Slipring in a program that has several schemas. All of them were used before, so engines know that the code which schemas share
 * is called with each.
 */

import type { Codec, CodecModule } from '../../codec/codec.ts'
import { inputsOf, Rotation } from '../../workload.ts'
import { workloadNamed } from '../../workloads.ts'
import { lookAt } from '../looks.ts'
import { slipringWith } from '../slipring.ts'

/** More than four, from which on engines keep no list of what a place has met. */
const COMPANY = ['Ticker', 'Order', 'Book', 'User', 'entity']
const MESSAGES = 2_000

const createOne = slipringWith({})
let made = 0

// The first codec is made before the descriptions of the schemas are collected as garbage, all others after.
export const create: CodecModule['create'] = (memory, workload) => {
  if (++made === 2) for (const name of COMPANY) use(createOne(memory, name) as Codec, name)
  return createOne(memory, workload)
}

function use(codec: Codec, name: string): void {
  const workload = workloadNamed(name)
  const inputs = new Rotation(workload, inputsOf(workload), { messages: MESSAGES, bytes: Infinity })
  const look = lookAt(name)
  for (let turn = 0; turn < MESSAGES; turn++) {
    const end = codec.encode(inputs.next(), 0)
    codec.decode(0, end)
    look(codec.view!(0, end))
  }
}
