/** Slipring, bytes in place: of each message a program writes and reads the ends, so what is left is what carrying it takes. */

import { leaseTransport, writeEnds } from '../lease.ts'

export const transport = leaseTransport(writeEnds)
