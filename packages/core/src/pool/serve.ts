/** The worker's side of a pool: runs tasks and posts their results. */

import { Fifo } from '../direction/fifo.ts'
import type { Transfer } from '../port/transfer.ts'
import { Alone, mayGoAlone } from './alone.ts'
import { Allowed } from './allowed.ts'
import { Asked, type Pace } from './asked.ts'
import { Claims } from './claims.ts'
import { clonableOf, extrasOf, plainErrorOf, restoredError } from './failure.ts'
import {
  type EndMessage,
  type ErrorExtras,
  FAILED,
  type FeedMessage,
  LOADED,
  type MoreMessage,
  NOT_LOADED,
  NOTICE,
  type NoticeMessage,
  PART,
  type PoolMessage,
  SETUP_FAILED,
  type Setup,
  type TaskMessage,
  TEAR_DOWN,
  type WorkerMessage,
} from './messages.ts'
import { Inlets } from './inlets.ts'
import { isMoved } from './move.ts'
import { isGenerator, ServedStream } from './served-stream.ts'
import { TaskContext } from './task-context.ts'
import { TaskSignals } from './task-signals.ts'
import { WorkerLife } from './worker-life.ts'
import {
  functionIn,
  functionOf,
  isThenable,
  promisedFunction,
  promiseIn,
  type TaskFunction,
} from './worker-functions.ts'

/** The port to the pool, as far as it is needed here. */
export interface ServedPort {
  postMessage(message: unknown, transfer?: Transfer): void
}

/** Finds functions that the module does not have; what it finds may come later. */
export type FindElsewhere = (name: string) => Promise<TaskFunction> | undefined

/** Runs the tasks of one pool. The platform gives it each message of the port. */
export class Server {
  readonly #port: ServedPort
  readonly #claims: Claims | undefined
  readonly #allowed: Allowed | undefined
  readonly #pace: Pace
  readonly #concurrency: number
  readonly #defaultName: string
  readonly #now: (() => number) | undefined
  readonly #functions = new Map<string, TaskFunction>()
  readonly #findElsewhere: FindElsewhere | undefined
  readonly #hasContext: boolean
  readonly #signals: TaskSignals
  readonly #streams = new Map<number, ServedStream>()
  readonly #inlets = new Inlets((message) => this.#port.postMessage(message))
  readonly #life: WorkerLife
  readonly #tasksAlone = new Alone()
  readonly #answersAlone = new Alone()
  #isPosting = false
  #module: object = {}
  #default: TaskFunction | undefined
  /** Asynchronous tasks that have begun and are not done. */
  #running = 0
  /** Tasks that came while as many ran as may. */
  readonly #waiting = new Fifo<TaskMessage>()

  /** `pace`: the platform's clock, and its tasks. `heapOf`: the bytes of this thread's heap, where the platform tells. */
  constructor(port: ServedPort, setup: Setup, pace: Pace, findElsewhere?: FindElsewhere, heapOf?: () => number) {
    const { claims, concurrency, name, isTimed, hasContext, workerId } = setup
    this.#findElsewhere = findElsewhere
    this.#port = port
    this.#claims = claims === undefined ? undefined : new Claims(claims)
    this.#allowed = claims === undefined ? undefined : new Allowed(claims)
    this.#pace = pace
    this.#signals = new TaskSignals(this.#claims, workerId)
    this.#hasContext = hasContext
    this.#concurrency = concurrency
    this.#defaultName = name
    this.#now = isTimed ? () => pace.now() : undefined
    this.#life = new WorkerLife(port, setup, () => pace.now(), heapOf)
  }

  /** The module is loaded: once its `setup` is done, tasks may come. `next` takes messages until then. */
  async loaded(module: object, next?: () => Promise<unknown>): Promise<void> {
    this.#module = module
    const setup = this.#hasContext ? functionIn(module, 'setup') : undefined
    try {
      if (setup !== undefined) {
        if (next !== undefined) await this.#life.beforeSetup(next)
        await setup(this.#life.context)
      }
    } catch (error) {
      return this.#postError(NOT_LOADED, error, undefined, SETUP_FAILED)
    }
    const hasTeardown = this.#hasContext && functionIn(module, 'teardown') !== undefined
    this.#port.postMessage([LOADED, hasTeardown, 0, undefined, this.#life.heapBytes] satisfies WorkerMessage)
  }

  /** The module cannot be loaded: the pool learns the reason. */
  notLoaded(error: unknown): void {
    this.#postError(NOT_LOADED, error, undefined)
  }

  /** A message of the pool: one task, or something about one. */
  onMessage(message: unknown): void {
    if (!Array.isArray(message)) this.#onTaskAlone(message)
    else if ((message as PoolMessage)[0] <= 0)
      this.#onRequest(message as MoreMessage | EndMessage | FeedMessage | NoticeMessage)
    else this.#onTaskMessage(message as TaskMessage)
  }

  #onTaskAlone(value: unknown): void {
    const { number, name } = this.#tasksAlone
    this.#onTaskMessage(name === undefined ? [number, value] : [number, value, name])
  }

  #onTaskMessage(message: TaskMessage): void {
    if (message.length !== 6) this.#tasksAlone.follow(message[0], message[2])
    this.#onTask(message)
  }

  #onTask(message: TaskMessage): void {
    if (this.#running >= this.#concurrency) this.#waiting.add(message)
    else this.#begin(message)
  }

  #begin(message: TaskMessage): void {
    const number = message[0]
    if (this.#claims?.take(number) === false) return
    const now = this.#now
    const since = now === undefined ? 0 : now()
    let result: unknown
    try {
      result = message.length === 6 ? this.#runRare(message) : this.#run(message, message[1])
    } catch (error) {
      return this.#postError(number, error, this.#took(since))
    }
    if (isThenable(result)) this.#await(number, result, since)
    else this.#post(number, result, since)
  }

  /** A stream, or a task that has sources. */
  #runRare(message: TaskMessage & { length: 6 }): unknown {
    const [number, value, , ahead, , places] = message
    if (places === undefined) return ahead > 0 ? this.#stream(message, value) : this.#run(message, value)
    return this.#runFed(message, this.#inlets.open(number, value, places, ahead || undefined))
  }

  async #runFed(message: TaskMessage & { length: 6 }, task: unknown): Promise<unknown> {
    try {
      return await (message[3] > 0 ? this.#stream(message, task) : this.#run(message, task))
    } finally {
      this.#inlets.close(message[0])
    }
  }

  #run(message: TaskMessage, task: unknown): unknown {
    const run = this.#functionOf(message)
    const context = this.#hasContext ? this.#contextOf(message) : undefined
    return typeof run === 'function' ? run(task, context) : this.#runLater(message[2], run, task, context)
  }

  #contextOf(message: TaskMessage): TaskContext {
    const name = (message.length === 2 ? undefined : message[2]) ?? this.#defaultName
    return new TaskContext(this.#signals, this.#life.context, message[0], name, message.length === 6 ? message[4] : 1)
  }

  #stream(message: TaskMessage & { length: 6 }, task: unknown): Promise<void> {
    const number = message[0]
    const stream = new ServedStream(new Asked(number, message[3], this.#allowed, this.#pace))
    this.#streams.set(number, stream)
    const post = (value: unknown): void => this.#postValue(PART - number, value, undefined)
    return stream
      .run(
        () => this.#run(message, task),
        post,
        () => this.#signals.isEnded(number),
      )
      .finally(() => this.#streams.delete(number))
  }

  #onRequest(message: MoreMessage | EndMessage | FeedMessage | NoticeMessage): void {
    if (message[0] === 0) return this.#onNotice(message as NoticeMessage)
    if (message[1] < 0) return this.#inlets.onFed(message as FeedMessage)
    this.#onTaskRequest(message as MoreMessage | EndMessage)
  }

  #onNotice(message: NoticeMessage): void {
    if (message[1] === TEAR_DOWN) void this.#tearDown()
    else this.#life.onNotice(message)
  }

  async #tearDown(): Promise<void> {
    try {
      await functionIn(this.#module, 'teardown')!(this.#life.context)
    } catch (error) {
      return this.#postError(NOTICE, error, undefined)
    }
    this.#port.postMessage([NOTICE] satisfies WorkerMessage)
  }

  #onTaskRequest(message: MoreMessage | EndMessage): void {
    const number = -message[0]
    const stream = this.#streams.get(number)
    if (message[1] > 0) return stream?.asked.add(message[1])
    const reason = restoredError(message[2], message[3] as ErrorExtras | undefined)
    this.#signals.end(number, reason)
    stream?.asked.end()
    this.#inlets.cancel(number, reason)
  }

  #await(number: number, result: PromiseLike<unknown>, since: number): void {
    this.#running++
    result.then(
      (value) => {
        this.#post(number, value, since)
        this.#done()
      },
      (error: unknown) => {
        this.#postError(number, error, this.#took(since))
        this.#done()
      },
    )
  }

  #done(): void {
    this.#running--
    while (this.#running < this.#concurrency) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#begin(next)
    }
  }

  #post(number: number, result: unknown, since: number): void {
    if (this.#signals.isUsed) this.#signals.forget(number)
    if (this.#life.isWatched) this.#life.watch()
    const runMs = this.#took(since)
    try {
      this.#postValue(number, result, runMs)
    } catch (error) {
      // A result that cannot be cloned.
      this.#postError(number, this.#hasContext && isGenerator(result) ? generatorError() : error, runMs)
    }
  }

  #postValue(number: number, result: unknown, runMs: number | undefined): void {
    const moved = isMoved(result) ? result : undefined
    if (moved !== undefined) this.#port.postMessage(longAnswer(number, moved.value, runMs), moved.transfer)
    else if (runMs !== undefined || this.#isPosting) this.#port.postMessage(longAnswer(number, result, runMs))
    else this.#postUsual(number, result)
  }

  #postUsual(number: number, value: unknown): void {
    const alone = this.#answersAlone
    this.#isPosting = true
    try {
      if (number === alone.number && mayGoAlone(value)) this.#port.postMessage(value)
      else this.#port.postMessage([number, value] satisfies WorkerMessage)
    } catch (error) {
      this.#isPosting = false
      throw error
    }
    this.#isPosting = false
    alone.follow(number, undefined)
  }

  #postError(
    number: number,
    error: unknown,
    runMs: number | undefined,
    kind: typeof FAILED | typeof SETUP_FAILED = FAILED,
  ): void {
    if (this.#signals.isUsed) this.#signals.forget(number)
    if (this.#life.isWatched) this.#life.watch()
    const extras = extrasOf(error)
    const rest = runMs === undefined ? [] : [runMs]
    try {
      this.#port.postMessage([number, clonableOf(error), kind, extras, ...rest])
    } catch {
      // Values that cannot be cloned stay behind: the error itself, or one of its properties.
      const name = extras?.name
      const named = name === undefined ? undefined : { name }
      this.#port.postMessage([number, plainErrorOf(error), kind, named, ...rest])
    }
  }

  #took(since: number): number | undefined {
    return this.#now === undefined ? undefined : this.#now() - since
  }

  #functionOf(message: TaskMessage): TaskFunction | Promise<TaskFunction> {
    const name = message.length === 2 ? undefined : message[2]
    if (name === undefined) return this.#default ?? this.#find(this.#defaultName, undefined)
    return this.#functions.get(name) ?? this.#findElsewhere?.(name) ?? this.#find(name, name)
  }

  #find(name: string, asked: string | undefined): TaskFunction | Promise<TaskFunction> {
    const promised = promiseIn(this.#module, name)
    if (promised !== undefined) return promisedFunction(promised, name)
    const found = functionOf(this.#module, name)
    this.#keep(asked, found)
    return found
  }

  #keep(asked: string | undefined, run: TaskFunction): void {
    if (asked === undefined) this.#default = run
    else this.#functions.set(asked, run)
  }

  async #runLater(
    asked: string | undefined,
    found: Promise<TaskFunction>,
    task: unknown,
    context: TaskContext | undefined,
  ): Promise<unknown> {
    const run = await found
    this.#keep(asked, run)
    return run(task, context)
  }
}

const longAnswer = (number: number, value: unknown, runMs: number | undefined): WorkerMessage => [
  number,
  value,
  0,
  undefined,
  runMs,
]

const generatorError = (): TypeError =>
  new TypeError('Cannot run a generator: use stream, as in `for await (const part of pool.stream(task, { name }))`')
