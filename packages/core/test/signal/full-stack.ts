/** Stops a call where a full stack may: at each access to a control word, and wherever this engine finds the stack full. */

const MOST_FRAMES = 60
/** Frames differ in length, so that the stack is full at another byte. */
const MOST_PADDING = 6

let accessesLeft = Infinity

/** In the place of `atomics.ts`: an access that is stopped has done nothing, as with a full stack. */
export function stoppable(atomics: object): object {
  return Object.fromEntries(
    Object.entries(atomics).map(([name, access]) => [
      name,
      typeof access === 'function' ? (...args: unknown[]) => (mayAccess(), access(...args)) : access,
    ]),
  )
}

function mayAccess(): void {
  if (accessesLeft-- === 0) throw new RangeError('Maximum call stack size exceeded')
}

/** Whether `act` was stopped, at the access of this number or by a full stack. */
export type IsStopped = (act: () => void) => boolean

/** Calls `trial` for each place to stop at: it makes everything anew, and judges what was stopped. */
export function stopEverywhere(trial: (isStopped: IsStopped) => void): void {
  stopAtEachAccess(trial)
  for (let frames = 0; frames < MOST_FRAMES; frames++)
    for (let padding = 0; padding < MOST_PADDING; padding++) trial((act) => isStoppedNear(frames, padding, act))
}

/** The same with what follows going on as if nothing had been. */
export function stopAtEachAccess(trial: (isStopped: IsStopped) => void): void {
  let wasStopped = true
  for (let access = 0; wasStopped; access++) {
    wasStopped = false
    trial((act) => (wasStopped = isStoppedAt(access, act)))
  }
}

function isStoppedAt(access: number, act: () => void): boolean {
  accessesLeft = access
  try {
    return isStoppedBy(act)
  } finally {
    accessesLeft = Infinity
  }
}

function isStoppedNear(frames: number, padding: number, act: () => void): boolean {
  let left = frames
  let isStopped = false
  const dive = (): void => {
    try {
      dive()
    } catch {
      // The stack is full, and from here on it empties.
    }
    if (left-- === 0) isStopped = isStoppedBy(act)
  }
  const begin = (..._padding: number[]): void => dive()
  begin(...Array.from({ length: padding }, () => 0))
  return isStopped
}

function isStoppedBy(act: () => void): boolean {
  try {
    act()
    return false
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}
