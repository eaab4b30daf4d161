/** Memory and processor time, as Node tells them. */

import { getHeapStatistics } from 'node:v8'
import type { Meter } from './soak.ts'

export const nodeMeter: Meter = {
  allocatedBytes() {
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
    return heap + external
  },
  cpuMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}
