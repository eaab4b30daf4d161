/** Measures echoes by turns, so that whatever else the machine does strikes both alike. */

import { median } from '@slipring/bench/statistics'
import type { Echo } from './echo.ts'

const ROUNDS = 3
const WARM_UP_MS = 700
const TURN_MS = 250
const IN_FLIGHT = 100

export interface Result {
  readonly mode: string
  /** Mean µs from `post` to the answer, with one message on its way. Median of the rounds. */
  readonly roundTrip: number
  /** Answers a second with 100 messages on their way. Median of the rounds. */
  readonly rate: number
}

/** One result for each echo. `onProgress` gets a fraction. Rejects when an answer is wrong or an echo has died. */
export async function measure(
  echoes: readonly Echo[],
  sample: object,
  onProgress: (done: number) => void,
): Promise<Result[]> {
  const trips = echoes.map((): number[] => [])
  const rates = echoes.map((): number[] => [])
  const steps = echoes.length * (1 + 2 * ROUNDS)
  let done = 0
  const step = (): void => onProgress(++done / steps)

  for (const echo of echoes) {
    await answersIn(echo, sample, IN_FLIGHT, WARM_UP_MS / 2)
    await answersIn(echo, sample, 1, WARM_UP_MS / 2)
    step()
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, echo] of echoes.entries()) {
      trips[index]!.push(1e6 / (await answersIn(echo, sample, 1, TURN_MS)))
      step()
      rates[index]!.push(await answersIn(echo, sample, IN_FLIGHT, TURN_MS))
      step()
    }
  return echoes.map((echo, index) => ({
    mode: echo.mode(),
    roundTrip: median(trips[index]!),
    rate: median(rates[index]!),
  }))
}

/** Answers a second, with so many messages on their way, for about so many milliseconds. */
function answersIn(echo: Echo, sample: object, inFlight: number, milliseconds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    let posted = 0
    let answered = 0
    const limit = setTimeout(() => reject(new Error('No answer for ten seconds')), milliseconds + 10_000)
    const post = (): void => echo.post({ ...sample, number: posted++ })

    echo.onanswer = (answer) => {
      if ((answer as { number?: unknown } | null)?.number !== answered++) {
        clearTimeout(limit)
        return reject(new Error(`Answer ${answered} is not the message that was posted`))
      }
      if (performance.now() - start < milliseconds) return post()
      if (answered < posted) return
      clearTimeout(limit)
      resolve((answered / (performance.now() - start)) * 1000)
    }
    for (let index = 0; index < inFlight; index++) post()
  })
}
