/** Sends messages there and back over a port for a while, and compares each with what was sent. The same in every place. */

export interface RingCheck {
  /** As the port says, once it has carried a message. */
  readonly mode: string
  readonly messages: number
  readonly seconds: number
  readonly medianMicros: number
  /** Of 100 messages, 99 took less. */
  readonly p99Micros: number
}

export interface CheckedPort {
  readonly mode: string
  postMessage(message: unknown): void
  receive(options: { timeout: number }): Promise<unknown>
}

const ANSWER_LIMIT_MS = 10_000

/** Rejects when a message is lost, late or changed. */
export async function checkRing(port: CheckedPort, forMs: number): Promise<RingCheck> {
  // The first message waits for the thread to start.
  await exchange(port, -1)
  const startedAt = performance.now()
  const micros: number[] = []
  for (let index = 0; performance.now() - startedAt < forMs; index++) {
    const sentAt = performance.now()
    await exchange(port, index)
    micros.push((performance.now() - sentAt) * 1000)
  }
  // The second half alone: in the first one the engine compiles.
  const sorted = micros.slice(micros.length >> 1).toSorted((a, b) => a - b)
  return {
    mode: port.mode,
    messages: micros.length,
    seconds: (performance.now() - startedAt) / 1000,
    medianMicros: at(sorted, 0.5),
    p99Micros: at(sorted, 0.99),
  }
}

async function exchange(port: CheckedPort, index: number): Promise<void> {
  const message = { index, name: `message ${index}`, list: [index, -index / 3], odd: index % 2 === 1, rest: null }
  port.postMessage(message)
  const answer = await port.receive({ timeout: ANSWER_LIMIT_MS })
  const [sent, got] = [JSON.stringify(message), JSON.stringify(answer)]
  if (got !== sent) throw new Error(`Message ${index} came back changed: sent ${sent}, got ${got}`)
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? 0
}
