/**
 * Each thread of a server loads this module, and by it the module of the tasks. Bodies are decoded and encoded here.
 *
 * @inside
 * @since 0.2
 */

import { functionOf, isMoved, type TaskFunction } from '@slipring/core/pool'
import { decodeBy, encodeBy, encodeFailure, type FunctionSchemas, type Schemas, versionOf } from '../bodies.ts'
import { importModule } from './import-module.ts'
import type { ThreadResult, ThreadTask } from './thread-messages.ts'

/** The second argument of a function, beside its task. */
export interface TaskContext {
  /** The same each time the task is delivered: a function that remembers it does no task twice. */
  readonly id: string
  /** 1 for the first delivery. */
  readonly attempt: number
}

let module: object | undefined
let schemas: Schemas = {}
const functions = new Map<string, TaskFunction>()

async function load(url: string): Promise<void> {
  const loaded = await importModule(url)
  schemas = (loaded as { schemas?: Schemas }).schemas ?? {}
  module = loaded
}

/** Loads the module of the tasks. Returns the version of its schemas. */
export async function version(url: string): Promise<number> {
  await load(url)
  return versionOf(schemas)
}

export default function run(task: ThreadTask): ThreadResult | Promise<ThreadResult> {
  if (module !== undefined) return runLoaded(task, module)
  const [url] = task
  return load(url).then(
    () => runLoaded(task, module!),
    (error: unknown) => [encodeFailure(error)],
  )
}

function runLoaded([, name, body, id, attempt]: ThreadTask, loaded: object): ThreadResult | Promise<ThreadResult> {
  const ofFunction = schemas[name] ?? {}
  try {
    let found = functions.get(name)
    if (found === undefined) functions.set(name, (found = functionOf(loaded, name)))
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
  return encodeBy(ofFunction.result, isMoved(result) ? result.value : result)
}
