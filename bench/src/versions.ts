/** The versions of everything that takes part. */

import { isNativeAccelerationEnabled as isCborAccelerated } from 'cbor-x'
import { isNativeAccelerationEnabled as isMsgpackrAccelerated } from 'msgpackr'
import { versionIn } from './machine.ts'

/** `place` is what runs the cells: Node, or a browser with its version. */
export function versionsIn(place: { readonly name: string; readonly version: string }): Record<string, string> {
  const isNode = place.name === 'Node'
  return {
    [place.name]: place.version,
    Slipring: versionIn(new URL('../../packages/core/package.json', import.meta.url)),
    mitata: versionOf('mitata'),
    msgpackr: versionOf('msgpackr') + extractNote(isNode, isMsgpackrAccelerated, 'msgpackr-extract'),
    'cbor-x': versionOf('cbor-x') + extractNote(isNode, isCborAccelerated, 'cbor-extract'),
    ...(isNode ? nodeOnly() : {}),
    Comlink: versionOf('comlink'),
    birpc: versionOf('birpc'),
    ...(isNode ? pools() : { coincident: versionIn(new URL(import.meta.resolve('coincident/package.json'))) }),
  }
}

function pools(): Record<string, string> {
  return {
    Piscina: versionOf('piscina'),
    synckit: versionOf('synckit'),
    'sync-message-port': versionOf('sync-message-port'),
    'ringbuf.js': versionOf('ringbuf.js'),
    'thread-stream': versionOf('thread-stream'),
    multithreading: versionOf('multithreading'),
    tinypool: versionOf('tinypool'),
    poolifier: versionOf('poolifier'),
    workerpool: versionOf('workerpool'),
    'threads.js': versionOf('threads'),
  }
}

function nodeOnly(): Record<string, string> {
  return {
    avsc: versionOf('avsc'),
    pbf: versionOf('pbf'),
    'protobuf.js': versionOf('protobufjs'),
    bebop: versionOf('bebop'),
    flatbuffers: versionOf('flatbuffers'),
    sia: versionOf('sializer'),
    '@msgpack/msgpack': versionOf('@msgpack/msgpack'),
    bson: versionOf('bson'),
    'json-pack': versionOf('@jsonjoy.com/json-pack'),
    'fast-json-stringify': versionOf('fast-json-stringify'),
    'utfz-lib': versionOf('utfz-lib'),
  }
}

// An optional native part that makes long strings faster to read.
function extractNote(isNode: boolean, isAccelerated: boolean, name: string): string {
  return isNode ? ` (${isAccelerated ? 'with' : 'without'} ${name})` : ''
}

function versionOf(name: string): string {
  const entry = import.meta.resolve(name)
  const folder = `/node_modules/${name}/`
  return versionIn(new URL('package.json', entry.slice(0, entry.lastIndexOf(folder) + folder.length)))
}
