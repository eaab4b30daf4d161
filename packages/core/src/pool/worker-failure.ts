/** The errors of a worker that has ended, for its tasks and for those who listen. */

import { diedError, type Ending, neighbourError, PoolLoadError } from './errors.ts'
import type { Member } from './member.ts'
import type { PoolPlatform } from './platform.ts'

type Naming = Pick<PoolPlatform, 'diedError' | 'loadError' | 'moduleName'>

/** Node's, when nothing is left that could settle what the thread awaits. */
const NOTHING_LEFT = 13

/** Why the tasks fail that the worker had begun, or that wait for a module which nobody can load. */
export function failureOf(platform: Naming, member: Member, ending: Ending): unknown {
  const { failure } = member
  const died = failure === undefined ? ending : { ...ending, error: failure }
  if (member.isCancelled) return platform.diedError?.(ending) ?? neighbourError(ending)
  if (member.isReady) return platform.diedError?.(died) ?? diedError(died)
  if (failure !== undefined) return failure
  const cause = ending.error ?? diedError(ending)
  const isStuck = ending.exitCode === NOTHING_LEFT && ending.error === undefined
  const text = isStuck ? 'its setup, or an await of the module, can never settle' : messageOf(cause)
  return loadErrorOf(platform, `the worker ended before it was ready: ${text}`, cause)
}

export function loadErrorOf({ loadError, moduleName }: Naming, text: string, cause: unknown): unknown {
  return loadError?.(cause) ?? new PoolLoadError(`Cannot load ${moduleName}: ${text}`, { cause })
}

/** `setup` or `teardown` has failed. */
export function hookError({ moduleName }: Naming, hook: 'setup' | 'teardown', cause: unknown): PoolLoadError {
  return new PoolLoadError(`The ${hook} of ${moduleName} has failed: ${messageOf(cause)}`, { cause })
}

export function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
