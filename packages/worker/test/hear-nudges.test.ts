import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterAll, expect, test, vi } from 'vitest'
import { hearNudges } from '../src/hear-nudges.ts'

const DISPATCH = Symbol.for('nodejs.internal.kHybridDispatch')
const { port1: port, port2: other } = new MessageChannel()

afterAll(() => {
  port.close()
})

/** The calls of a message: one of each kind of listener. */
const told = (message: unknown): unknown[] => [
  ['value', message],
  ['event', message],
]

test('each of two channels on one port hears its own nudges, listeners of any kind hear the rest, in order', async () => {
  const heard: unknown[] = []
  const hear = (token: string, isTaken = true): void =>
    hearNudges(port, token, () => {
      heard.push(token)
      return isTaken
    })
  hear('first token')
  hear('second token')
  hear('untaken', false)
  port.on('message', (message) => heard.push(['value', message]))
  port.addEventListener('message', (event) => heard.push(['event', (event as MessageEvent).data]))
  for (const message of ['first token', 1, 'second token', ['first token'], 'untaken']) other.postMessage(message)
  other.postMessage('end')
  await vi.waitFor(() => expect(heard.at(-1)).toEqual(['event', 'end']))
  const all = ['first token', ...told(1), 'second token', ...told(['first token']), 'untaken', ...told('untaken')]
  expect(heard).toEqual([...all, ...told('end')])
  expect(Object.getOwnPropertyDescriptor(port, DISPATCH)!.enumerable).toBe(false)
})

test('a port of which Node does not call that function is left alone', () => {
  const without = Object.create(null) as MessagePort
  hearNudges(without, 'token', () => expect.unreachable())
  expect(Reflect.ownKeys(without)).toEqual([])
})

test('so is a port that is frozen', () => {
  const channel = new MessageChannel()
  const frozen = Object.preventExtensions(channel.port1)
  hearNudges(frozen, 'token', () => expect.unreachable())
  expect(Object.hasOwn(frozen, DISPATCH)).toBe(false)
  channel.port1.close()
})
