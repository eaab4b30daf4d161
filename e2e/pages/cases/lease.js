/** Bytes to a worker and back, written and read where they lie. */

import { start } from '../start.js'

const LENGTHS = [0, 1, 63, 64, 1000, 70_000, 300_000, 2_000_000]

export default async function () {
  const worker = start('lease')
  const { port } = worker
  const wrong = []
  let areShared = true
  for (const length of [...LENGTHS, ...LENGTHS]) {
    port.postBytes(length, (bytes) => bytes.fill(length % 251))
    const lease = await port.receiveLease({ timeout: 10_000 })
    const isRight = lease.bytes.length === length && lease.bytes.every((byte) => byte === length % 251)
    if (!isRight) wrong.push(length)
    areShared &&= typeof SharedArrayBuffer === 'function' && lease.bytes.buffer instanceof SharedArrayBuffer
    lease.release()
  }
  const { mode } = port
  worker.terminate()
  return { mode, wrong, areShared, first: await postsOnly() }
}

async function postsOnly() {
  const worker = start('lease-first')
  const { port } = worker
  const bytes = []
  while (bytes.length < 3) {
    const lease = await port.receiveLease({ timeout: 10_000 })
    bytes.push(lease.bytes[99])
    lease.release()
  }
  const { mode } = port
  worker.terminate()
  return { mode, bytes }
}
