/** Cases of pbf, which lies beside a copy of this file in a package of that name: each commit has its own. */

import { bench, suite } from '@slipring/bench'
import { PbfReader, PbfWriter } from 'pbf'

interface Row {
  id: number
  name: string
  at: number
}

const rows = Array.from({ length: 60 }, (_, row): Row => ({ id: row * 7919, name: `row ${row}`, at: row / 3 }))
const times = { warmupTime: 60, time: 100 }

function write(): Uint8Array {
  const writer = new PbfWriter()
  for (const row of rows) writer.writeMessage(1, writeRow, row)
  return writer.finish()
}

function writeRow({ id, name, at }: Row, writer: PbfWriter): void {
  writer.writeVarintField(1, id)
  writer.writeStringField(2, name)
  writer.writeDoubleField(3, at)
}

function read(): Row[] {
  return new PbfReader(bytes).readFields(readRows, [] as Row[])
}

function readRows(tag: number, list: Row[], reader: PbfReader): void {
  if (tag === 1) list.push(reader.readMessage(readRow, { id: 0, name: '', at: 0 }))
}

function readRow(tag: number, row: Row, reader: PbfReader): void {
  if (tag === 1) row.id = reader.readVarint()
  else if (tag === 2) row.name = reader.readString()
  else row.at = reader.readDouble()
}

const bytes = write()

suite('pbf', () => {
  bench('read', times, read)
  bench('write', times, write)
})
