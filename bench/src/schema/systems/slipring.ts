/** Slipring as it is by default: values are checked. */

import type { CodecModule } from '../../codec/codec.ts'
import { slipringWith } from '../slipring.ts'

export const create: CodecModule['create'] = slipringWith({})
