/** MessagePack by hand with all of seven tricks, and with each of them left out alone. */

import type { Codec, CodecModule } from '../../codec.ts'
import { copied } from '../../copied.ts'
import { inputsOf } from '../../../workload.ts'
import { workloadNamed } from '../../../workloads.ts'
import { PackReader } from './reader.ts'
import { PackWriter } from './writer.ts'

const withBoth = (Writer: typeof PackWriter, Reader: typeof PackReader): CodecModule => ({
  create(memory): Codec {
    const writer = new Writer(memory)
    const reader = new Reader(memory)
    return {
      encode(value, offset) {
        writer.at = offset
        writer.value(value)
        return writer.at
      },
      decode(offset) {
        reader.at = offset
        return reader.value()
      },
    }
  },
})

const freshBuffer: CodecModule = {
  create(memory, workload) {
    const inPlace = withBoth(PackWriter, PackReader).create(memory, workload) as Codec
    // Of the largest input, and a quarter more, as each message is new. To clear more would be measured, too.
    let bytes = 0
    const { encode } = copied(
      memory,
      (value) => {
        if (bytes === 0) bytes = Math.ceil(1.25 * mostBytes(inPlace, workload))
        const writer = new PackWriter(new ArrayBuffer(bytes))
        writer.value(value)
        return writer.bytes.subarray(0, writer.at)
      },
      () => undefined,
    )
    return { encode, decode: inPlace.decode }
  },
}

function mostBytes({ encode }: Codec, workload: string): number {
  return Math.max(...inputsOf(workloadNamed(workload)).map((input) => encode(input, 0)))
}

class NoSmallFirst extends PackWriter {
  override number(value: number): void {
    this.anyNumber(value)
  }
}

class NoKeptKeys extends PackWriter {
  override key(key: string): void {
    this.text(key)
  }
}

class NoLoops extends PackWriter {
  override text(text: string): void {
    this.textByPlatform(text)
  }
}

class Pairs extends PackWriter {
  override record(record: Readonly<Record<string, unknown>>): void {
    const pairs = Object.entries(record)
    this.header(pairs.length, 0x80, 16, 0xde)
    for (const [key, value] of pairs) {
      this.key(key)
      this.value(value)
    }
  }
}

class Views extends PackWriter {
  override uint16(value: number): void {
    this.view.setInt16(this.at, value)
    this.at += 2
  }

  override uint32(value: number): void {
    this.view.setInt32(this.at, value)
    this.at += 4
  }
}

class NoKeysKeptToRead extends PackReader {
  override key(length: number): string {
    return this.text(length)
  }
}

export const ablations: Readonly<Record<string, CodecModule>> = {
  MessagePack: withBoth(PackWriter, PackReader),
  'MessagePack, a buffer each': freshBuffer,
  'MessagePack, no small numbers first': withBoth(NoSmallFirst, PackReader),
  'MessagePack, numbers by DataView': withBoth(Views, PackReader),
  'MessagePack, no loops over texts': withBoth(NoLoops, PackReader),
  'MessagePack, keys written anew': withBoth(NoKeptKeys, PackReader),
  'MessagePack, records by pairs': withBoth(Pairs, PackReader),
  'MessagePack, keys read anew': withBoth(PackWriter, NoKeysKeptToRead),
}
