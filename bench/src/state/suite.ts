/** The state suite: a world that one thread computes and another draws. */

import type { Suite } from '../suite.ts'
import { stateSystems } from './systems.ts'
import { WORKLOADS } from './world.ts'

export const stateSuite: Suite = {
  name: 'state',
  subject: 'state',
  groups: [
    {
      repeats: 1,
      parts: [
        { name: 'frame', unit: 'µs', better: 'less', baseline: 'objects' },
        { name: 'reader', unit: 'µs', better: 'less', baseline: 'objects' },
        { name: 'writer', unit: 'µs', better: 'less', baseline: 'objects' },
        { name: 'garbage', unit: 'B', better: 'less', baseline: 'objects' },
        { name: 'writer garbage', unit: 'B', better: 'less', baseline: 'objects' },
        { name: 'age', unit: 'µs', better: 'less', baseline: 'objects' },
      ],
    },
  ],
  systems: stateSystems.map(({ name }) => ({ name })),
  workloads: Object.keys(WORKLOADS),
  quickWorkloads: ['10,000 entities'],
  warmUpMs: 60,
  quickWarmUpMs: 60,
  method: `A worker moves all entities (27 bytes each) every 4 ms and hands the world over. A thread takes the newest world every 8 ms
and reads one number of it. frame: how long the reader's work on a new world takes; Firefox reads a message before its event, which
is in reader and not in frame. reader: processor time of its thread, a frame, the timers included. writer: processor time of the
worker, a step, the step itself included. garbage: by how much the heap of the reader's thread grows, a frame, with the memory of its
buffers. writer garbage: the same of the worker, a step. age: how old the world is when it is read. timers alone: the worker hands
nothing over, and the thread takes nothing; all others contain this. objects: an array of objects by postMessage. port: the same by
a port of Slipring. buffer: one ArrayBuffer that is transferred to and fro, filled and read by a schema. channel: a typed channel.
state: createState. copied: the same by messages, as where there is no shared memory. table: a table in a state, of which 100 rows
change in a step; a frame reads all rows. changes: the same, but a frame reads the rows that changed. All but state, table and
changes send a world when the reader asks, once a
frame. ratio: to objects.`,
}
