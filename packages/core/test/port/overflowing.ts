/** Lets the stack overflow in every place of a call: at each access to a control word, and at every depth of this engine. */

const FRAMES = 30
/** Frames of other lengths, so that the stack is full at another byte. */
const PADDINGS = 3

let accessesLeft = Infinity

/** In the place of `atomics.ts`: an access that overflows has done nothing. */
export function overflowing(atomics: object): object {
  return Object.fromEntries(
    Object.entries(atomics).map(([name, access]) => [
      name,
      typeof access === 'function' ? (...args: unknown[]) => (overflowIfDue(), access(...args)) : access,
    ]),
  )
}

export function overflowIfDue(): void {
  if (accessesLeft-- === 0) throw overflowError()
}

function overflowError(): RangeError {
  return new RangeError('Maximum call stack size exceeded')
}

/** Runs `act` on a stack that overflows somewhere in it. Gives the exception; undefined without one. */
export type Overflow = (act: () => void) => Error | undefined

/** Calls `trial` for each place; it makes everything anew, and calls `Overflow` once. Gives how often something was thrown. */
export async function everywhere(trial: (overflow: Overflow) => Promise<void>): Promise<number> {
  let thrown = 0
  const counted = async (overflow: Overflow): Promise<void> =>
    trial((act) => {
      const error = overflow(act)
      if (error !== undefined) thrown++
      return error
    })
  let wasDue = true
  const thrownAt = (access: number, act: () => void): Error | undefined => {
    accessesLeft = access
    const error = thrownBy(act)
    wasDue = accessesLeft < 0
    accessesLeft = Infinity
    return error
  }
  // oxlint-disable-next-line no-await-in-loop, no-unmodified-loop-condition
  for (let access = 0; wasDue; access++) await counted((act) => thrownAt(access, act))
  for (let frames = 0; frames < FRAMES; frames++)
    for (let padding = 0; padding < PADDINGS; padding++)
      // oxlint-disable-next-line no-await-in-loop
      await counted((act) => thrownAtDepth(frames, padding, act))
  return thrown
}

function thrownAtDepth(frames: number, padding: number, act: () => void): Error | undefined {
  let left = frames
  // Unless there is room even to call it.
  let error: Error | undefined = overflowError()
  const dive = (): void => {
    try {
      dive()
    } catch {
      // The stack is full, and from here on it empties.
    }
    if (left-- === 0) error = thrownBy(act)
  }
  const begin = (..._padding: number[]): void => dive()
  begin(...Array.from({ length: padding }, () => 0))
  return error
}

function thrownBy(act: () => void): Error | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    // Where a getter hides the first error, the message whose getter it is gets another.
    if (/Maximum call stack|has stopped the message before/.test((error as Error).message)) return error as Error
    throw error
  }
}
