/**
 * Random programs over two entangled ports, and what each side of them sees. They do what a program may do with ports in any
 * order, but nothing of what docs/PARITY.md tells of.
 */

import { type Arbitrary, array, constantFrom, oneof, record } from 'fast-check'
import { MessageChannel, MessagePort, receiveMessageOnPort as receiveNative } from 'node:worker_threads'
import { attach, createChannel, receiveMessageOnPort } from '@slipring/worker'
import type { AnyPort } from './cases.ts'

type Side = 0 | 1
/** The load that a message carries beside its number. */
type Load = 'nothing' | 'object' | 'text' | 'transfer' | 'large' | 'port'
type Way = 'on' | 'once' | 'addEventListener' | 'addEventListener once' | 'onmessage'
/**
 * The deed of a listener when it is called. Only listeners of one side have deeds. Nobody promises which of two ports is served
 * first, so a deed could reach the other side before or after its next message.
 */
type Deed = 'log' | 'reply' | 'close' | 'leave' | 'take' | 'post two' | 'post later' | 'transfer'

export type Step =
  | { readonly do: 'post'; readonly side: Side; readonly load: Load }
  | { readonly do: 'listen'; readonly side: Side; readonly way: Way; readonly deed: Deed }
  | { readonly do: 'forget' | 'take' | 'start' | 'close' | 'ref' | 'unref'; readonly side: Side }
  | { readonly do: 'settle' }
  | { readonly do: 'yield' }

export const sides: Arbitrary<Side> = constantFrom(0, 1)
const post = record({
  do: constantFrom('post' as const),
  side: sides,
  load: constantFrom<Load>('nothing', 'object', 'text', 'transfer', 'large', 'port'),
})
const listen = record({
  do: constantFrom('listen' as const),
  side: sides,
  way: constantFrom<Way>('on', 'once', 'addEventListener', 'addEventListener once', 'onmessage'),
  deed: constantFrom<Deed>('log', 'log', 'reply', 'close', 'leave', 'take', 'post two', 'post later', 'transfer'),
})
const other = record({ do: constantFrom('forget' as const, 'take', 'start', 'ref', 'unref'), side: sides })
const close = record({ do: constantFrom('close' as const), side: sides })
const pause = constantFrom<Step>({ do: 'settle' }, { do: 'settle' }, { do: 'yield' })

export const programs: Arbitrary<Step[]> = array(
  oneof(
    { arbitrary: post, weight: 8 },
    { arbitrary: listen, weight: 3 },
    { arbitrary: other, weight: 3 },
    { arbitrary: close, weight: 1 },
    { arbitrary: pause, weight: 4 },
  ),
  { maxLength: 24 },
)

/** Turns of the event loop in which everything comes that is on its way within one thread. */
const TURNS = 12
const MOST_REPLIES = 6

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate)
}

/** Both logs, each of one side: what one sees before the other is nobody's promise. */
export async function run(
  kind: 'native' | 'ours',
  actor: Side,
  program: readonly Step[],
): Promise<[string[], string[]]> {
  const stage = new Stage(kind, actor)
  for (const step of program) await stage.take(step)
  await settle()
  stage.end()
  await settle()
  return stage.logs
}

class Stage {
  readonly logs: [string[], string[]] = [[], []]
  readonly #actor: Side
  readonly #ports: readonly [AnyPort, AnyPort]
  readonly #receive: (port: AnyPort) => { message: unknown } | undefined
  readonly #forgets: [(() => void)[], (() => void)[]] = [[], []]
  readonly #isClosed = [false, false]
  /** A handler after none has another place with us. */
  readonly #hasHandler = [false, false]
  readonly #carried: MessagePort[] = []
  #number = 0
  #replies = 0

  constructor(kind: 'native' | 'ours', actor: Side) {
    this.#actor = actor
    if (kind === 'native') {
      const { port1, port2 } = new MessageChannel()
      this.#ports = [port1, port2]
      this.#receive = receiveNative as typeof receiveMessageOnPort
    } else {
      const { port, offer } = createChannel({ capacity: 4096 })
      this.#ports = [port, attach(offer)]
      this.#receive = receiveMessageOnPort
    }
    for (const at of [0, 1] as const) {
      this.#ports[at].on('close', () => {
        this.logs[at].push('close')
        this.#isClosed[at] = true
      })
      // Else it would hold the process, and tell of that by hasRef().
      this.#ports[at].unref()
    }
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'settle') return settle()
    if (step.do === 'yield') return void (await undefined)
    const { side: at } = step
    const port = this.#ports[at]
    if (step.do === 'post') this.#post(at, step.load)
    else if (step.do === 'listen') this.#listen(at, step.way, step.deed)
    else if (step.do === 'forget') this.#forgets[at].pop()?.()
    else if (step.do === 'take') this.receive(at)
    else if (step.do === 'close') this.#close(at)
    else if (step.do === 'start') port.start()
    // Of no consequence once the port is to end, which ours may find out before it tells.
    else if (!this.#isClosed.includes(true)) {
      port[step.do]()
      this.logs[at].push(`hasRef ${port.hasRef()}`)
    }
  }

  end(): void {
    for (const port of [...this.#ports, ...this.#carried]) port.close()
  }

  #close(at: Side): void {
    this.#ports[at].close()
    this.#isClosed[at] = true
  }

  /** Taking from a port that this side has closed is a difference. */
  receive(at: Side): void {
    if (this.#isClosed[at]) return
    const taken = this.#receive(this.#ports[at])
    if (taken !== undefined) this.logs[at].push(`took ${this.#shown(taken.message)}`)
    // The platform tells of the other side's end when somebody looks behind the last message, we do so at once.
    else if (!this.#isClosed[1 - at]) this.logs[at].push('nothing to take')
  }

  #post(at: Side, load: Load): void {
    const port = this.#ports[at]
    const number = ++this.#number
    if (load === 'transfer') {
      const buffer = new ArrayBuffer(number)
      port.postMessage({ number, buffer }, [buffer])
    } else if (load === 'port') {
      const { port1, port2 } = new MessageChannel()
      this.#carried.push(port1)
      port1.unref()
      // The port went nowhere, so its other end is closed here.
      if (this.#isClosed[at] || this.#isClosed[(1 - at) as Side]) port2.close()
      else port.postMessage({ number, port: port2 }, [port2])
    } else port.postMessage(MAKERS[load](number))
  }

  #listen(at: Side, way: Way, deed: Deed): void {
    const port = this.#ports[at]
    if (way === 'onmessage' && this.#hasHandler[at]) return
    const name = `${way}:${this.#number}`
    let forget = nothing
    const hear = (value: unknown): void => {
      this.logs[at].push(`${name} ${this.#shown(value)}`)
      this.#act(at, deed, forget)
    }
    const hearEvent = ({ data }: { data: unknown }): void => hear(data)
    if (way === 'on' || way === 'once') {
      port[way]('message', hear)
      forget = () => port.off('message', hear)
    } else if (way === 'onmessage') {
      this.#hasHandler[at] = true
      port.onmessage = hearEvent
      forget = () => (port.onmessage = null)
    } else {
      port.addEventListener('message', hearEvent, { once: way.endsWith('once') })
      forget = () => port.removeEventListener('message', hearEvent)
    }
    this.#forgets[at].push(forget)
  }

  #act(at: Side, deed: Deed, forget: () => void): void {
    if (deed === 'leave') forget()
    else if (at !== this.#actor) return
    else if (deed === 'close') this.#close(at)
    else if (deed === 'take') this.receive(at)
    else if (deed !== 'log' && this.#replies < MOST_REPLIES) {
      this.#replies++
      if (deed === 'post later') queueMicrotask(() => this.#post(at, 'nothing'))
      else this.#post(at, deed === 'transfer' ? 'transfer' : 'nothing')
      if (deed === 'post two') this.#post(at, 'object')
    }
  }

  #shown(value: unknown): string {
    if (typeof value === 'string') return value.slice(0, 12)
    if (typeof value !== 'object' || value === null) return String(value)
    if ('port' in value && value.port instanceof MessagePort) this.#carried.push(value.port)
    return Object.entries(value)
      .map(([key, part]) => `${key} ${typeof part === 'object' ? `of ${(part as ArrayBuffer).byteLength}` : part}`)
      .join(' ')
  }
}

const nothing = (): void => {}

const MAKERS: Record<Exclude<Load, 'transfer' | 'port'>, (number: number) => unknown> = {
  nothing: (number) => number,
  object: (number) => ({ number, is: true }),
  text: (number) => `${number} ${'x'.repeat(700)}`,
  // Too much for the first ring.
  large: (number) => ({ number, bytes: new Uint8Array(9000) }),
}
