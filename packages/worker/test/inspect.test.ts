import { inspect } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { pair } from './open-ports.ts'

const words = (shown: string): string[] => shown.match(/(active|refed): (true|false)/g) ?? []

test('util.inspect shows the state of a port under the names that a native port has, and those of our own', async () => {
  const [port, other] = pair()
  const { port1: native } = new MessageChannel()
  expect(inspect(port)).toBe(
    "MessagePort {\n  active: true,\n  refed: false,\n  mode: 'shared',\n  bufferedAmount: 0,\n  listeners: []\n}",
  )
  expect(words(inspect(port))).toEqual(words(inspect(native)))
  for (const each of [port, native]) each.on('message', () => {})
  expect(words(inspect(port))).toEqual(words(inspect(native)))
  expect(inspect(port)).toContain("listeners: [ 'message' ]")
  other.postMessage(new Uint8Array(100))
  expect(inspect(other)).toContain(`bufferedAmount: ${other.bufferedAmount}`)
  port.close()
  native.close()
  await port.closed
  expect(inspect(port)).toContain('active: false')
})

test('util.inspect shows a port deep inside of something as short as a native one', () => {
  const [port] = pair()
  expect(inspect({ a: { b: { c: port } } })).toBe('{ a: { b: { c: [MessagePort] } } }')
})
