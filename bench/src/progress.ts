/** A progress bar on stderr when that is a terminal; elsewhere, such as in a log, a line a minute. */

import { SingleBar } from 'cli-progress'

export interface Progress {
  update(share: number, label: string): void
  stop(): void
}

const MINUTE = 60_000

/** `now`: the time in milliseconds. */
export function createProgress(
  stream: NodeJS.WritableStream & { isTTY?: boolean } = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  return stream.isTTY ? createBar(stream) : createLines(stream, now)
}

function createBar(stream: NodeJS.WritableStream): Progress {
  const bar = new SingleBar({
    format: '{bar} {percentage}% {label}',
    stream,
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

// Without a timer, which would run inside the measured windows: cells begin often enough.
function createLines(stream: NodeJS.WritableStream, now: () => number): Progress {
  let due = now() + MINUTE
  return {
    update(share, label) {
      if (now() < due) return
      due = now() + MINUTE
      stream.write(`${(share * 100).toFixed(0)} %, ${label}\n`)
    },
    stop() {},
  }
}
