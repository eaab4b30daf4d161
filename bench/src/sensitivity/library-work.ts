/** The cases of pbf: reading and writing sixty messages. */

type Pbf = typeof import('pbf')
type Reader = InstanceType<Pbf['PbfReader']>
type Writer = InstanceType<Pbf['PbfWriter']>

interface Row {
  id: number
  name: string
  at: number
}

const rows = Array.from({ length: 60 }, (_, row): Row => ({ id: row * 7919, name: `row ${row}`, at: row / 3 }))

export function workOf({ PbfReader, PbfWriter }: Pbf): { read: () => Row[]; write: () => Uint8Array } {
  function write(): Uint8Array {
    const writer = new PbfWriter()
    for (const row of rows) writer.writeMessage(1, writeRow, row)
    return writer.finish()
  }
  const bytes = write()
  return { read: () => new PbfReader(bytes).readFields(readRows, [] as Row[]), write }
}

function writeRow({ id, name, at }: Row, writer: Writer): void {
  writer.writeVarintField(1, id)
  writer.writeStringField(2, name)
  writer.writeDoubleField(3, at)
}

function readRows(tag: number, list: Row[], reader: Reader): void {
  if (tag === 1) list.push(reader.readMessage(readRow, { id: 0, name: '', at: 0 }))
}

function readRow(tag: number, row: Row, reader: Reader): void {
  if (tag === 1) row.id = reader.readVarint()
  else if (tag === 2) row.name = reader.readString()
  else row.at = reader.readDouble()
}
