/** A progress bar on stderr when that is a terminal, and nothing otherwise. */

import { SingleBar } from 'cli-progress'

export interface Progress {
  update(share: number, label: string): void
  stop(): void
}

export function createProgress(): Progress {
  if (!process.stderr.isTTY) return { update() {}, stop() {} }
  const bar = new SingleBar({
    format: '{bar} {percentage}% {label}',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    // The bar redraws on a timer; rarely, because that timer runs inside the measured windows too.
    fps: 2,
  })
  bar.start(1, 0, { label: 'loading' })
  return {
    update: (share, label) => bar.update(share, { label }),
    stop: () => bar.stop(),
  }
}
