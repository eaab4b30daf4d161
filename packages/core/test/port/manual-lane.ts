/** A lane whose messages arrive when the test says so. */

import type { Lane, LaneListener } from '../../src/host.ts'

export class ManualLane implements Lane {
  readonly posted: unknown[] = []
  listener: LaneListener | undefined

  post(message: unknown): void {
    this.posted.push(message)
  }

  start(listener: LaneListener): void {
    this.listener = listener
  }

  close(): void {}
}
