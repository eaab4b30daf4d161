/** A user's CommonJS program in TypeScript. */

import { decode, encode } from '@slipring/core/codec'
import worker = require('@slipring/worker')

const port: worker.NodePort | null = worker.parentPort

export = { port, copy: decode(encode([1])) }
