/** Slipring as on a page that forbids to generate code. */

import type { CodecModule } from '../../codec/codec.ts'
import { slipringWith } from '../slipring.ts'

export const create: CodecModule['create'] = slipringWith({ codegen: 'never' })
