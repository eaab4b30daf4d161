import { describe, expect, test } from 'vitest'
import { filesUnder, type SourceFile, withoutComments } from './sources.ts'

const FOLDERS = ['core', 'worker', 'browser', 'nats'].map((name) => `packages/${name}/src`)

// Instances of these are made and looked at by the same copy of the package. A value that comes from the program, or from a
// module that the program has loaded, may be of another copy: it is known by a code, by a method or by `Symbol.for`.
const OF_ONE_COPY: readonly { readonly reason: string; readonly classes: readonly string[] }[] = [
  { reason: 'a port makes them, and they never leave it', classes: ['Inbound', 'Unreadable'] },
  { reason: 'a view is made by the types of its schema', classes: ['RecordView', 'ListRecordView', 'Table'] },
  { reason: 'a port that `connect` has made itself', classes: ['ChannelPort'] },
  { reason: 'a worker that the pool has made itself', classes: ['FaceWorker'] },
  { reason: 'it is thrown and caught within one call of a schema', classes: ['Misfit', 'SchemaMismatch'] },
  {
    reason: 'the types within one schema: parts of another copy are refused when it is made',
    classes: [
      'DefaultType',
      'FixedArrayType',
      'FixedListType',
      'GrowingTableType',
      'ListType',
      'LiteralType',
      'MaybeType',
      'PlannedType',
      'RecursiveType',
      'ScalarType',
      'StructType',
      'TableType',
      'Type',
      'UnionType',
    ],
  },
]

const files = FOLDERS.flatMap((folder) => filesUnder(folder))
const declared = new Set(files.flatMap((file) => matchesIn(file, /\bclass ([A-Z]\w*)/g)))

describe('two copies of a package in one program', () => {
  test('are not told apart by `instanceof` of a class of ours', () => {
    const known = OF_ONE_COPY.flatMap(({ classes }) => classes)
    const asked = new Set(files.flatMap((file) => matchesIn(file, /\binstanceof ([A-Z]\w*)/g)))
    const ours = [...asked].filter((name) => declared.has(name))
    expect(ours.toSorted(), 'recognise it by a code, a method or Symbol.for, or say why not').toEqual(known.toSorted())
  })
})

function matchesIn(file: SourceFile, pattern: RegExp): string[] {
  return [...withoutComments(file.text).matchAll(pattern)].map((match) => match[1] as string)
}
