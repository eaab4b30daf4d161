/**
 * A schedule as a short string that one can paste into a test: a thread's letter, then how many steps it takes.
 *
 *   p3 c5      three steps of p, then five of c
 *   c~         the other thing that may happen: a wait times out, of two events the second one comes
 *   c?         a wait ends without a reason
 *   c!         the thread dies
 */

/** One step: which thread, and which of the things that may happen to it. */
export interface Step {
  readonly thread: number
  readonly variant: number
}

export const ORDINARY = 0
/** A wait times out; a wake-up comes before a message. */
export const OTHER = 1
/** A wait ends without a reason; news of a death comes. */
export const STRAY = 2
export const DEATH = 3
const MARKS = ['', '~', '?', '!']

export function encodeSchedule(steps: readonly Step[], letters: readonly string[]): string {
  let text = ''
  for (let i = 0; i < steps.length;) {
    const { thread, variant } = steps[i]!
    let count = 1
    if (variant === ORDINARY)
      while (steps[i + count]?.thread === thread && steps[i + count]?.variant === ORDINARY) count++
    text += letters[thread]! + (variant === ORDINARY ? (count === 1 ? '' : count) : MARKS[variant]!)
    i += count
  }
  return text
}

/** Throws `SyntaxError` for what is no schedule of these threads. */
export function decodeSchedule(text: string, letters: readonly string[]): Step[] {
  const steps: Step[] = []
  let end = 0
  for (const match of text.matchAll(/([a-z])(\d+|[~?!]|)/gy)) {
    const [all, letter = '', suffix = ''] = match
    const thread = letters.indexOf(letter)
    if (thread < 0) throw new SyntaxError(`No thread ${letter} in this scenario: it has ${letters.join(', ')}`)
    const variant = suffix === '' || /\d/.test(suffix) ? ORDINARY : MARKS.indexOf(suffix)
    const count = variant === ORDINARY && suffix !== '' ? Number(suffix) : 1
    for (let i = 0; i < count; i++) steps.push({ thread, variant })
    end += all.length
  }
  if (end !== text.length) throw new SyntaxError(`Cannot read the schedule from ${text.slice(end)}`)
  return steps
}
