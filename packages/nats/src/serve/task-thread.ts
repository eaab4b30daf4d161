/** Each thread of a server loads this module, and by it the module of the tasks. Bodies are decoded and encoded here. */

import { functionOf, Moved, type TaskFunction } from '@slipring/core/pool'
import { decodeBy, encodeBy, encodeFailure, type FunctionSchemas, type Schemas, versionOf } from '../bodies.ts'
import { MODULE_PARAMETER, type ThreadResult, type ThreadTask } from './thread-messages.ts'

/** The second argument of a function, beside its task. */
export interface TaskContext {
  /** The same each time the task is delivered: a function that remembers it does no task twice. */
  readonly id: string
  /** 1 for the first delivery. */
  readonly attempt: number
}

const url = new URL(import.meta.url).searchParams.get(MODULE_PARAMETER)
const module = (await import(url!)) as object
const schemas = (module as { schemas?: Schemas }).schemas ?? {}
const functions = new Map<string, TaskFunction>()

/** The version of the module's schemas. */
export function version(): number {
  return versionOf(schemas)
}

export default function run([name, body, id, attempt]: ThreadTask): ThreadResult | Promise<ThreadResult> {
  const ofFunction = schemas[name] ?? {}
  try {
    let found = functions.get(name)
    if (found === undefined) functions.set(name, (found = functionOf(module, name)))
    const result = found(decodeBy(ofFunction.task, body), { id, attempt } satisfies TaskContext)
    return result instanceof Promise ? settled(result, ofFunction) : bodyOf(result, ofFunction)
  } catch (error) {
    return [encodeFailure(error)]
  }
}

async function settled(result: Promise<unknown>, ofFunction: FunctionSchemas): Promise<ThreadResult> {
  try {
    return bodyOf(await result, ofFunction)
  } catch (error) {
    return [encodeFailure(error)]
  }
}

function bodyOf(result: unknown, ofFunction: FunctionSchemas): Uint8Array {
  return encodeBy(ofFunction.result, result instanceof Moved ? result.value : result)
}
