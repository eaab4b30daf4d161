/**
 * Makes ports one after the other, each gone before the next, with garbage collections in between, and prints the classes
 * of which an object of the last port is a dictionary to the engine (docs/decisions/0016): each access is then a search.
 */

import { Session } from 'node:inspector'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { channelOf } from '@slipring/core/channel'
import { f64, struct } from '@slipring/core/schema'
import { attach, createChannel, Worker } from '@slipring/worker'

/** V8 decides about the size of a class's objects when it makes the seventh; `read` makes two at a time. */
const BEFORE: Record<string, number> = { send: 6, read: 3, worker: 6 }
const MOST_DEEP = 8

setFlagsFromString('--expose-gc')
setFlagsFromString('--allow-natives-syntax')
const collectGarbage = runInNewContext('gc') as () => void
const isFast = runInNewContext('(object) => %HasFastProperties(object)') as (object: object) => boolean

const Point = channelOf(struct({ x: f64, y: f64 }))

const uses: Record<string, (look: (subject: object) => void) => Promise<void>> = {
  send: async (look) => {
    const { port } = createChannel()
    port.on('message', () => {})
    for (let number = 0; number < 100; number++) port.postMessage({ number, text: `number ${number}` })
    const points = port.channel(Point)
    points.send({ x: 1, y: 2 })
    look({ port, points })
    await delay(1)
    port.close()
  },
  read: async (look) => {
    const { port, offer } = createChannel()
    const other = attach(offer)
    other.on('message', () => {})
    other.channel(Point).onrecord = () => {}
    for (let number = 0; number < 100; number++) port.postMessage({ number, text: `number ${number}` })
    port.channel(Point).send({ x: 1, y: 2 })
    await delay(20)
    look(other)
    port.close()
  },
  worker: async (look) => {
    const worker = new Worker(new URL('echo.worker.ts', import.meta.url))
    worker.on('message', () => {})
    for (let number = 0; number < 100; number++) worker.postMessage({ number })
    await new Promise((resolve) => worker.once('message', resolve))
    look(worker)
    await worker.terminate()
  },
}

const name = process.argv[2] ?? ''
const use = uses[name]
if (use === undefined) throw new Error(`Usage: late-ports.process.ts ${Object.keys(uses).join(' | ')}`)
for (let made = 0; made < BEFORE[name]!; made++) await use(() => {})
// The engine keeps what it knows of objects that are gone for some collections.
for (let times = 0; times < 6; times++) {
  await delay(20)
  collectGarbage()
}
const found = { all: new Set<string>(), slow: new Set<string>() }
await use((subject) => lookAt(subject, found))
console.log(JSON.stringify({ all: [...found.all].toSorted(), slow: [...found.slow].toSorted() }))
process.exit()

/** Private fields are seen by a debugger only. */
function lookAt(subject: object, { all, slow }: typeof found): void {
  const session = new Session()
  session.connect()
  const seen = new WeakSet<object>()
  Object.assign(globalThis, {
    // Of an object that has not been met: the class of ours that made it, and whether it is fast.
    slipringLook: (object: object): string => {
      if (seen.has(object)) return 'met'
      seen.add(object)
      const maker: unknown = Object.getPrototypeOf(object)?.constructor
      if (typeof maker !== 'function' || !/^class\b/.test(Function.prototype.toString.call(maker))) return 'plain'
      all.add(maker.name)
      if (!isFast(object)) slow.add(maker.name)
      return 'ours'
    },
    slipringSubject: subject,
  })
  let ids = [idOf(session, 'slipringSubject')]
  for (let depth = 0; depth < MOST_DEEP && ids.length !== 0; depth++) {
    ids = ids.flatMap((objectId) => {
      if (answerOf(session, objectId) === 'met') return []
      return fieldsOf(session, objectId)
    })
  }
  session.disconnect()
}

function idOf(session: Session, expression: string): string {
  let id = ''
  session.post('Runtime.evaluate', { expression }, (error, { result }) => {
    if (error !== null) throw error
    id = result.objectId!
  })
  return id
}

function answerOf(session: Session, objectId: string): string {
  let answer = ''
  const functionDeclaration = 'function () { return slipringLook(this) }'
  session.post('Runtime.callFunctionOn', { objectId, functionDeclaration }, (error, { result }) => {
    if (error !== null) throw error
    answer = result.value as string
  })
  return answer
}

function fieldsOf(session: Session, objectId: string): string[] {
  let ids: string[] = []
  session.post('Runtime.getProperties', { objectId, ownProperties: true }, (error, properties) => {
    if (error !== null) throw error
    // Not in the types yet.
    const { result, privateProperties = [] } = properties as typeof properties & { privateProperties?: typeof result }
    const values = [...result, ...privateProperties].map(({ value }) => value)
    const objects = values.filter((value) => value?.type === 'object' && value.subtype === undefined)
    ids = objects.flatMap((value) => value?.objectId ?? [])
  })
  return ids
}
