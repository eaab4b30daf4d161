/**
 * The shipped TypeScript, loaded as it stands but for its doors: `atomics.ts`, which every control word passes, `region.ts`
 * and the codec, which every other byte passes. A mutant is the same with its edits, made while it is loaded.
 */

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { drop, type Edit, edited } from './mutant.ts'

export interface Subject {
  readonly Producer: typeof import('../../packages/core/src/ring/producer.ts').Producer
  readonly Consumer: typeof import('../../packages/core/src/ring/consumer.ts').Consumer
  readonly death: typeof import('../../packages/core/src/ring/death.ts')
  readonly gate: typeof import('../../packages/core/src/signal/gate.ts')
  readonly errors: typeof import('../../packages/core/src/errors.ts')
  readonly sendRecord: typeof import('../../packages/core/src/channel/send-record.ts').sendRecord
  readonly Sender: typeof import('../../packages/core/src/direction/sender.ts').Sender
  readonly Receiver: typeof import('../../packages/core/src/direction/receiver.ts').Receiver
  readonly Aside: typeof import('../../packages/core/src/direction/aside.ts').Aside
  readonly askers: typeof import('../../packages/core/src/direction/asker.ts')
  readonly inbound: typeof import('../../packages/core/src/direction/inbound.ts')
  readonly into: typeof import('../../packages/core/src/direction/into.ts')
  readonly RecordWriter: typeof import('../../packages/core/src/direction/typed-record.ts').RecordWriter
  readonly RecordTaker: typeof import('../../packages/core/src/channel/record-taker.ts').RecordTaker
  readonly Pressure: typeof import('../../packages/core/src/port/pressure.ts').Pressure
  readonly BlockingTake: typeof import('../../packages/core/src/port/blocking-take.ts').BlockingTake
  readonly Pulls: typeof import('../../packages/core/src/port/pulls.ts').Pulls
  readonly PinReader: typeof import('../../packages/core/src/state/pinned-slots.ts').PinReader
  readonly PinWriter: typeof import('../../packages/core/src/state/pinned-slots.ts').PinWriter
  readonly history: typeof import('../../packages/core/src/state/history-slots.ts')
  readonly places: typeof import('../../packages/core/src/state/places.ts')
  readonly SharedSink: typeof import('../../packages/core/src/state/shared-sink.ts').SharedSink
  readonly source: typeof import('../../packages/core/src/state/shared-source.ts')
  readonly schema: typeof import('../../packages/core/src/schema/index.ts')
  readonly FramePin: typeof import('../../packages/core/src/world/frame-pin.ts').FramePin
  readonly PartWriter: typeof import('../../packages/core/src/world/part-writer.ts').PartWriter
  readonly worldPlaces: typeof import('../../packages/core/src/world/places.ts')
  readonly writerState: typeof import('../../packages/core/src/state/writer-state.ts')
}

const SOURCE = new URL('../../packages/core/src/', import.meta.url).href
const DOORS: Readonly<Record<string, string>> = {
  'atomics.ts': new URL('doors/atomics.ts', import.meta.url).href,
  'memory/region.ts': new URL('doors/region.ts', import.meta.url).href,
  'memory/state-region.ts': new URL('doors/state-region.ts', import.meta.url).href,
  'codec/index.ts': new URL('doors/codec.ts', import.meta.url).href,
  'codec/span.ts': new URL('doors/codec.ts', import.meta.url).href,
}
const QUERY = '?subject='

/** The job of a stack overflow: here every run of a thread ends by throwing, and leaves no job behind. */
const jobs = drop(['SharedSink.publish', 'void SETTLED.then(this.#wakeBlindly)'])

const subjects: (readonly Edit[])[] = []
let isHooked = false

let unchanged: Promise<Subject> | undefined

export async function loadSubject(edits: readonly Edit[] = []): Promise<Subject> {
  hook()
  const number = subjects.push([...edits, ...jobs()]) - 1
  const load = <Module>(file: string): Promise<Module> => import(`${SOURCE}${file}${QUERY}${number}`)
  // Schemas know of no door and no door of them, so the two halves are loaded apart.
  if (edits.length > 0 && edits.every(({ file }) => file.startsWith('schema/')))
    return { ...(await (unchanged ??= loadSubject())), schema: await load<Subject['schema']>('schema/index.ts') }
  return {
    ...(await load<Pick<Subject, 'Producer'>>('ring/producer.ts')),
    ...(await load<Pick<Subject, 'Consumer'>>('ring/consumer.ts')),
    ...(await load<Pick<Subject, 'Sender'>>('direction/sender.ts')),
    ...(await load<Pick<Subject, 'Receiver'>>('direction/receiver.ts')),
    ...(await load<Pick<Subject, 'Pressure'>>('port/pressure.ts')),
    ...(await load<Pick<Subject, 'BlockingTake'>>('port/blocking-take.ts')),
    ...(await load<Pick<Subject, 'Pulls'>>('port/pulls.ts')),
    ...(await load<Pick<Subject, 'RecordWriter'>>('direction/typed-record.ts')),
    ...(await load<Pick<Subject, 'sendRecord'>>('channel/send-record.ts')),
    ...(await load<Pick<Subject, 'RecordTaker'>>('channel/record-taker.ts')),
    ...(await load<Pick<Subject, 'PinReader' | 'PinWriter'>>('state/pinned-slots.ts')),
    ...(await load<Pick<Subject, 'SharedSink'>>('state/shared-sink.ts')),
    ...(await load<Pick<Subject, 'FramePin'>>('world/frame-pin.ts')),
    ...(await load<Pick<Subject, 'PartWriter'>>('world/part-writer.ts')),
    worldPlaces: await load<Subject['worldPlaces']>('world/places.ts'),
    source: await load<Subject['source']>('state/shared-source.ts'),
    schema: await import(`${SOURCE}schema/index.ts`),
    ...(await load<Pick<Subject, 'Aside'>>('direction/aside.ts')),
    askers: await load<Subject['askers']>('direction/asker.ts'),
    inbound: await load<Subject['inbound']>('direction/inbound.ts'),
    into: await load<Subject['into']>('direction/into.ts'),
    death: await load<Subject['death']>('ring/death.ts'),
    gate: await load<Subject['gate']>('signal/gate.ts'),
    errors: await load<Subject['errors']>('errors.ts'),
    history: await load<Subject['history']>('state/history-slots.ts'),
    places: await load<Subject['places']>('state/places.ts'),
    writerState: await load<Subject['writerState']>('state/writer-state.ts'),
  }
}

function hook(): void {
  if (isHooked) return
  isHooked = true
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? ''
      const query = parent.indexOf(QUERY)
      if (query < 0) return next(specifier, context)
      const url = new URL(specifier, parent.slice(0, query)).href
      const door = url.startsWith(SOURCE) ? DOORS[url.slice(SOURCE.length)] : undefined
      return { url: door ?? `${url}${parent.slice(query)}`, format: 'module-typescript', shortCircuit: true }
    },
    load(url, context, next) {
      const query = url.indexOf(QUERY)
      if (query < 0) return next(url, context)
      const path = url.slice(0, query)
      const edits = subjects[Number(url.slice(query + QUERY.length))]!.filter(({ file }) => path === `${SOURCE}${file}`)
      const source = edited(readFileSync(fileURLToPath(path), 'utf8'), edits)
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
