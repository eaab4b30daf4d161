/** Slipring with a typed channel: each record decoded into a value. */

import { typedTransport } from '../typed.ts'

export const transport = typedTransport((record) => record.copy())
