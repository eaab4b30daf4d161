/** The codec suite: values to bytes in shared memory and back, on one thread. */

import type { Suite } from '../suite.ts'
import { workloads } from '../workloads.ts'
import { codecSystems } from './systems.ts'

export const codecSuite: Suite = {
  name: 'codec',
  headline: 'round trip',
  groups: [
    {
      repeats: 1,
      parts: [
        { name: 'encode', unit: 'ns', better: 'less', baseline: 'JSON' },
        { name: 'decode', unit: 'ns', better: 'less', baseline: 'JSON' },
        { name: 'round trip', unit: 'ns', better: 'less', baseline: 'structuredClone' },
      ],
    },
  ],
  systems: codecSystems,
  workloads: workloads.map(({ name }) => name),
  // One of each kind of message, and those that gain least.
  shortWorkloads: [
    'tiny',
    'Ticker',
    'User',
    'chat 1000',
    'chat UTF-8',
    'Citibike 100',
    'Book',
    'tick 1000',
    'ecommerce FULL',
    'fill 1000',
    'dictionary',
    'bytes 64K',
    'bytes 1M',
  ],
  quickWorkloads: ['tiny', 'Ticker', 'User', 'Book'],
  warmUpMs: 60,
  quickWarmUpMs: 60,
  method: `encode: value to bytes in a SharedArrayBuffer. decode: bytes there to a fresh value. round trip: both, a batch at a
time, or for structuredClone the clone. Each system runs in a fresh thread (in a browser: a fresh page), warmed up, by turns
with the baseline, in batches of about a millisecond. value: the mean; p50 and p99: of the batches. Libraries that can write
into given memory do; where a browser's text functions refuse shared memory the copy is part of the price. msgpackr and
cbor-x know their record structures on both ends, as our pair of encoder and decoder does; alone: every message complete
in itself. ratio: to JSON (encode, decode) or structuredClone (round trip).`,
}
