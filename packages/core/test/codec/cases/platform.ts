/** Objects of the platform. Some travel beside the bytes; others are refused, or lose everything, as on the platform. */
import type { Entry } from './case.ts'

type Make = () => unknown

// No engine has all of these, so the ones that this engine lacks are left out.
const known = (name: string, make: Make): readonly Entry[] => {
  const first = name.split('.')[0]!
  return first in globalThis ? [[`platform: ${name}`, make]] : []
}
const wasm = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)
const shared = (byteLength = 16): SharedArrayBuffer => new SharedArrayBuffer(byteLength)
const growable = (): SharedArrayBuffer => new SharedArrayBuffer(16, { maxByteLength: 64 })

export const platform: readonly Entry[] = [
  ...known('SharedArrayBuffer', () => shared()),
  ...known('SharedArrayBuffer, empty', () => shared(0)),
  ...known('SharedArrayBuffer, growable', growable),
  ...known('SharedArrayBuffer within a view', () => new Uint8Array(shared(), 4, 4)),
  ...known('SharedArrayBuffer within a view of all of it', () => new Uint8Array(shared())),
  ...known('SharedArrayBuffer within a DataView', () => new DataView(shared(), 4)),
  ...known('SharedArrayBuffer within views that share it', () =>
    ((memory) => [memory, new Int32Array(memory), { view: new Uint8Array(memory, 8) }])(shared()),
  ),
  ...known('SharedArrayBuffer, growable, within a fixed view', () => new Uint8Array(growable(), 4, 4)),
  ...known('SharedArrayBuffer, growable, within a following view', () => new Uint8Array(growable(), 4)),
  ...known('SharedArrayBuffer twice, in a Map', () => ((memory) => new Map([[memory, memory]]))(shared())),
  ...known('Blob', () => new Blob(['text'], { type: 'text/plain' })),
  ...known('Blob within', () => ({ list: [1, new Blob(['inner']), new Map([['blob', new Blob(['deeper'])]])] })),
  ...known('Blob twice', () => ((blob) => [blob, { blob }])(new Blob(['x']))),
  ...known('File', () => new File(['text'], 'name.txt', { type: 'text/plain', lastModified: 5 })),
  ...known('DOMException', () => new DOMException('message', 'AbortError')),
  ...known('MessagePort', () => closedPort()),
  ...known('MessageChannel', () => closedChannel()),
  ...known('ReadableStream', () => new ReadableStream()),
  ...known('WritableStream', () => new WritableStream()),
  ...known('TransformStream', () => new TransformStream()),
  ...known('URL', () => new URL('http://localhost')),
  ...known('URLSearchParams', () => new URLSearchParams('a=1')),
  ...known('Headers', () => new Headers({ a: 'b' })),
  ...known('Request', () => new Request('http://localhost/')),
  ...known('Response', () => new Response('text')),
  ...known('FormData', () => new FormData()),
  ...known('Event', () => new Event('x')),
  ...known('EventTarget', () => new EventTarget()),
  ...known('AbortController', () => new AbortController()),
  ...known('AbortSignal', () => new AbortController().signal),
  ...known('TextEncoder', () => new TextEncoder()),
  ...known('TextDecoder', () => new TextDecoder()),
  ...known('performance', () => performance),
  ...known('crypto', () => crypto),
  ...known('WebAssembly', () => WebAssembly),
  ...known('ImageData', () => new ImageData(new Uint8ClampedArray(16).fill(7), 2, 2)),
  ...known('DOMRect', () => new DOMRect(1, 2, 3, 4)),
  ...known('DOMPoint', () => [new DOMPoint(1, 2), new DOMPoint(1, 2)]),
  ...known('DOMMatrix', () => new DOMMatrix([1, 2, 3, 4, 5, 6])),
  ...known('OffscreenCanvas', () => new OffscreenCanvas(1, 1)),
  ...known('Path2D', () => new Path2D()),
  ...known('document', () => document),
  ...known('document, an element', () => document.createElement('p')),
  ...known('document, its elements', () => document.querySelectorAll('*')),
  ...known('document, a style', () => document.documentElement.style),
  ...known('window', () => window),
  ...known('location', () => location),
  ...known('navigator', () => navigator),
]

/** Not where code may not be made. */
export const modules: readonly Entry[] = [
  ...known('WebAssembly.Module', () => new WebAssembly.Module(wasm)),
  ...known('WebAssembly.Instance', () => new WebAssembly.Instance(new WebAssembly.Module(wasm))),
  ...known('WebAssembly.Memory', () => new WebAssembly.Memory({ initial: 1 })),
  ...known('WebAssembly.Memory, its buffer', () =>
    [new WebAssembly.Memory({ initial: 1 }).buffer].map((buffer) => buffer.byteLength),
  ),
  ...known('WebAssembly.Table', () => new WebAssembly.Table({ initial: 1, element: 'anyfunc' })),
]

// An open port keeps Node alive.
function closedPort(): MessagePort {
  return closedChannel().port1
}

function closedChannel(): MessageChannel {
  const channel = new MessageChannel()
  channel.port1.close()
  return channel
}
