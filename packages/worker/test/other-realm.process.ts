// The globals are those of another realm than the platform's own, as where a test runner runs in jsdom: what arrives of some
// messages, as JSON. With `native`, by the platform's own ports.
import { runInNewContext } from 'node:vm'
import { MessageChannel as NativeChannel, receiveMessageOnPort as receiveNative } from 'node:worker_threads'

const CLASSES = ['ArrayBuffer', 'SharedArrayBuffer', 'Uint8Array', 'Float64Array', 'DataView', 'Map', 'Set', 'Date']
const [mode, replaced] = process.argv.slice(2)
const foreign = runInNewContext(`({ ${CLASSES.join(', ')} })`) as Record<string, unknown>
for (const name of CLASSES.filter((one) => one === replaced || replaced === 'all'))
  Object.defineProperty(globalThis, name, { value: foreign[name], writable: true, configurable: true })

const { attach, createChannel, receiveIntoOnPort, receiveMessageOnPort } = await import('@slipring/worker')

const bytes = (): Uint8Array => Uint8Array.of(1, 2, 3)
const made = (code: string): unknown => runInNewContext(code)
const buffer = bytes().buffer
const nested = bytes()
const messages: readonly (readonly [value: unknown, transfer?: readonly object[]])[] = [
  [{ a: 1 }],
  [bytes()],
  [buffer, [buffer]],
  [{ deep: [nested] }, [nested.buffer]],
  [new SharedArrayBuffer(4)],
  [{ deep: [new Uint8Array(new SharedArrayBuffer(4))] }],
  [new Map<unknown, unknown>([[1, new Set([new Date(5)])]])],
  [made('new Map([[{ a: 1 }, new Set([new Date(5), /x/g])]])')],
  [made('[new Uint8Array([1, 2]), new Float64Array(2), new DataView(new ArrayBuffer(3)), new ArrayBuffer(2)]')],
  [made('new Uint8Array(100000)')],
  [made('new SharedArrayBuffer(4)')],
  [made('new Uint8Array(new SharedArrayBuffer(4), 1)')],
  [{ end: true }],
]

function shown(value: unknown): unknown {
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (Array.isArray(value)) return value.map(shown)
  if (kind === 'Map' || kind === 'Set') return [kind, ...[...(value as Set<unknown>)].map(shown)]
  if (kind.endsWith('Buffer')) return [kind, [...new Uint8Array(value as ArrayBuffer)]]
  if (ArrayBuffer.isView(value)) return [kind, value.byteOffset, value.byteLength, shown(value.buffer)]
  if (kind !== 'Object') return [kind, String(value)]
  return Object.entries(value as object).map(([key, item]) => [key, shown(item)])
}

const { port, offer } = createChannel({ capacity: 1 << 16 })
const there = attach(offer)
const native = new NativeChannel()
const ends = { ours: [port, there], native: [native.port1, native.port2] } as const
const [from, to] = ends[mode as keyof typeof ends]
const receive = (): unknown => (mode === 'ours' ? receiveMessageOnPort(there) : receiveNative(native.port2))?.message

const arrived: unknown[] = []
for (const [value, transfer] of messages) {
  from.postMessage(value, transfer as never)
  arrived.push(shown(receive()))
}
const filled: number[][] = []
if (mode === 'ours') {
  for (const target of [new Uint8Array(4), new ArrayBuffer(4), made('new Uint8Array(4)'), made('new ArrayBuffer(4)')]) {
    const sent = bytes().buffer
    port.postMessage(sent, filled.length % 2 === 0 ? [] : [sent])
    receiveIntoOnPort(there, target as Uint8Array)
    filled.push([...new Uint8Array(ArrayBuffer.isView(target) ? target.buffer : (target as ArrayBuffer))])
  }
}
console.log(JSON.stringify({ arrived, filled }))
from.close()
to.close()
for (const end of [port, there, native.port1]) end.close()
