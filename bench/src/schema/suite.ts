/** The schema suite: values of known shapes to bytes in shared memory and back, on one thread. */

import type { Suite } from '../suite.ts'
import { microWorkloads } from '../workloads/micro.ts'
import { schemaNames } from './schemas.ts'
import { schemaSystems } from './systems.ts'

const microNames = new Set(microWorkloads.map(({ name }) => name))

export const schemaSuite: Suite = {
  name: 'schema',
  headline: 'decode',
  groups: [
    {
      repeats: 1,
      parts: [
        { name: 'encode', unit: 'ns', better: 'less', baseline: 'JSON' },
        { name: 'decode', unit: 'ns', better: 'less', baseline: 'JSON' },
        { name: 'view', unit: 'ns', better: 'less', baseline: 'JSON' },
      ],
    },
  ],
  systems: schemaSystems,
  workloads: schemaNames.filter((name) => !microNames.has(name)),
  quickWorkloads: ['Ticker', 'User'],
  warmUpMs: 60,
  quickWarmUpMs: 60,
  method: `encode: value to bytes in a SharedArrayBuffer. decode: bytes there to a fresh value. view: a sum over a few numbers of
the message (all levels of Book, two fields of every entity and trip), read where they are, by JSON after JSON.parse. JSON: JSON.stringify and
JSON.parse alone, without the step from text to bytes and back that the others include. msgpackr and cbor-x know no
schema, but keep the record structures that they have seen. Each system runs in a fresh thread (in a browser: a fresh
page), warmed up, by turns with the baseline, in batches of about a millisecond. value: the mean. Libraries that can write
into given memory do; flatbuffers and sia cannot, and their messages are copied. bebop, flatbuffers: what their compilers would
print, printed by us. sia: as published, where every value that is added copies all before it. by hand: DataView and no
checks, for these shapes alone. bytes of JSON: its characters. lossy: messages come back as objects of classes of the
library, or with null or a default for an absent key. Values are made after the descriptions of their shapes have been
collected as garbage. in company: five schemas were used in the thread before, as in a program that has several.
ratio: to JSON.`,
}
