/** Host objects: their number. */
import type { Reader } from '../reader.ts'
import type { Writer } from '../writer.ts'
import { HOST } from '../tags.ts'

export function writeHost(out: Writer, value: object): void {
  out.tagged(HOST, out.hosts.add(value))
}

export function readHost(input: Reader): object {
  const number = input.varint()
  const { hosts } = input
  if (number >= hosts.length) input.refuse(`host object ${number}, ${hosts.length} came along`, HOST)
  const host = hosts[number]
  if (typeof host === 'object' && host !== null) return input.track(host)
  return input.refuse(`host object ${number} is not an object`, HOST)
}
