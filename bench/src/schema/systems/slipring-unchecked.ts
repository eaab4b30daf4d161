/** Slipring without checks of the values. */

import type { CodecModule } from '../../codec/codec.ts'
import { slipringWith } from '../slipring.ts'

export const create: CodecModule['create'] = slipringWith({ checked: false })
