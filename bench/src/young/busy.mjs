/** A process that wants a core for itself, until whoever started it is gone. */

const SLICE_MS = 20

process.stdin.on('end', () => process.exit(0)).resume()
work()
process.stdout.write('busy')

function work() {
  const end = performance.now() + SLICE_MS
  while (performance.now() < end);
  setImmediate(work)
}
