/** Slipring, bytes in place, of which every one is written anew: a program that draws each message, at the speed of a copy. */

import { leaseTransport } from '../lease.ts'

export const transport = leaseTransport((target, value) => target.set(value))
