/**
 * Each thread of a server loads this module, and by it the module of the tasks. Bodies are decoded and encoded here.
 *
 * @inside
 * @since 0.2
 */

import {
  functionOf,
  isGenerator,
  isMoved,
  type TaskContext as LocalContext,
  type TaskFunction,
} from '@slipring/core/pool'
import { decodeBy, encodeBy, encodeFailure, type FunctionSchemas, type Schemas, versionOf } from '../bodies.ts'
import { importModule } from './import-module.ts'
import type { ThreadResult, ThreadTask } from './thread-messages.ts'

/** The second argument of a function, beside its task. */
export interface TaskContext extends Pick<LocalContext, 'signal' | 'name' | 'workerId'> {
  /** The same each time the task is delivered: a function that remembers it does no task twice. */
  readonly id: string
  /** 1 for the first delivery. */
  readonly attempt: number
}

/** The signal is made when somebody looks at it. */
class RemoteContext implements TaskContext {
  readonly #local: LocalContext
  readonly name: string
  readonly id: string
  readonly attempt: number

  constructor([, name, , id, attempt]: ThreadTask, local: LocalContext) {
    this.#local = local
    this.name = name
    this.id = id
    this.attempt = attempt
  }

  get signal(): LocalContext['signal'] {
    return this.#local.signal
  }

  get workerId(): number {
    return this.#local.workerId
  }
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

export default function run(task: ThreadTask, local: LocalContext): ThreadResult | Promise<ThreadResult> {
  if (module !== undefined) return runLoaded(task, local)
  const [url] = task
  return load(url).then(
    () => runLoaded(task, local),
    (error: unknown) => [encodeFailure(error)],
  )
}

/** Gives the values of a generator, encoded. Its error is thrown: the server's own pool brings it. */
export async function* stream(task: ThreadTask, local: LocalContext): AsyncGenerator<Uint8Array> {
  if (module === undefined) await load(task[0])
  const schemasOfIt = schemasOf(task)
  const opened: unknown = await call(task, local, schemasOfIt)
  if (typeof opened !== 'object' || opened === null || !(Symbol.asyncIterator in opened || Symbol.iterator in opened))
    throw new TypeError('Cannot stream a function that is no generator: call it by run')
  for await (const value of opened as AsyncIterable<unknown>) yield bodyOf(value, schemasOfIt)
}

function runLoaded(task: ThreadTask, local: LocalContext): ThreadResult | Promise<ThreadResult> {
  const ofFunction = schemasOf(task)
  try {
    const result = call(task, local, ofFunction)
    return result instanceof Promise ? settled(result, ofFunction) : bodyOfRun(result, ofFunction)
  } catch (error) {
    return [encodeFailure(error)]
  }
}

const schemasOf = ([, name]: ThreadTask): FunctionSchemas => schemas[name] ?? {}

function call(task: ThreadTask, local: LocalContext, ofFunction: FunctionSchemas): unknown {
  const [, name, body] = task
  let found = functions.get(name)
  if (found === undefined) functions.set(name, (found = functionOf(module!, name)))
  return found(decodeBy(ofFunction.task, body), new RemoteContext(task, local))
}

async function settled(result: Promise<unknown>, ofFunction: FunctionSchemas): Promise<ThreadResult> {
  try {
    return bodyOfRun(await result, ofFunction)
  } catch (error) {
    return [encodeFailure(error)]
  }
}

function bodyOfRun(result: unknown, ofFunction: FunctionSchemas): Uint8Array {
  if (isGenerator(result)) throw new TypeError('Cannot run a generator: call stream, which gives its values')
  return bodyOf(result, ofFunction)
}

function bodyOf(result: unknown, ofFunction: FunctionSchemas): Uint8Array {
  return encodeBy(ofFunction.result, isMoved(result) ? result.value : result)
}
