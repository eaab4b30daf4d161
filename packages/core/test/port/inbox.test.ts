import { expect, test } from 'vitest'
import { Unreadable } from '../../src/direction/unreadable.ts'
import type { Lane, LaneListener } from '../../src/host.ts'
import { Inbox } from '../../src/port/inbox.ts'

/** Of a port that wants all messages. */
const WANTING = { isWanted: () => true, onTaken() {}, onWaiting() {}, pause: () => undefined }

/** An inbox, the lane's side of it, and what it passed on. */
function listening(poll: Partial<Pick<Lane, 'poll'>> = {}) {
  const passed: unknown[] = []
  let arrive!: LaneListener
  const lane: Lane = { post() {}, start: (listener) => void (arrive = listener), close() {}, ...poll }
  const inbox = new Inbox(lane, {
    ...WANTING,
    onMessage: (message) => void passed.push(message),
    onClose: () => void passed.push('end'),
  })
  inbox.listen()
  return { inbox, arrive, passed }
}

const throwing = (error: unknown) => (): never => {
  throw error
}

test('Inbox keeps messages until it is opened, and the end behind them', async () => {
  const { inbox, arrive, passed } = listening()
  arrive.onMessage(1)
  arrive.onMessage(2)
  arrive.onClose()
  expect(passed).toEqual([])
  await inbox.open()
  expect(passed).toEqual([1, 2, 'end'])
})

test('Inbox keeps one order with messages that come while it is being opened', async () => {
  const { inbox, arrive, passed } = listening()
  arrive.onMessage(1)
  const opened = inbox.open()
  arrive.onMessage(2)
  await opened
  arrive.onMessage(3)
  expect(passed).toEqual([1, 2, 3])
})

test('Inbox.take() gives messages one by one, then tells of the end', () => {
  const { inbox, arrive, passed } = listening()
  arrive.onMessage('only')
  arrive.onClose()
  expect(inbox.take()).toEqual({ message: 'only' })
  expect(passed).toEqual([])
  expect(inbox.take()).toBeUndefined()
  expect(passed).toEqual(['end'])
})

test('Inbox.poll() gives what is kept before it asks the lane, which has only what came later', () => {
  const later = [{ message: 3 }]
  const { inbox, arrive } = listening({ poll: () => later.shift() })
  arrive.onMessage(1)
  arrive.onMessage(2)
  expect([1, 2, 3, 4].map(() => inbox.poll!()?.message)).toEqual([1, 2, 3, undefined])
})

test('Inbox gives what the lane cannot read as an Unreadable in its place, whether it comes or is polled', () => {
  const error = new Error('not for this realm')
  const { inbox, arrive, passed } = listening({ poll: throwing(error) })
  arrive.onMessage(1)
  arrive.onMessageError(error)
  expect([1, 2, 3].map(() => inbox.poll!()?.message)).toEqual([1, new Unreadable(error), new Unreadable(error)])
  expect(inbox.take()).toEqual({ message: new Unreadable(error) })
  expect(passed).toEqual([])
})

test('Inbox.poll() throws on what a full stack throws: nothing was taken then', () => {
  const full = new RangeError('Maximum call stack size exceeded')
  expect(listening({ poll: throwing(full) }).inbox.poll).toThrow(full)
})

test('Inbox.poll is absent where the lane cannot be polled', () => {
  expect(listening().inbox.poll).toBeUndefined()
})

test('Inbox.poll() gives the ports of what had come by an event', () => {
  const { inbox, arrive } = listening({ poll: () => undefined })
  const ports = [{}]
  arrive.onMessage(1, ports)
  expect(inbox.poll!()).toEqual({ message: 1, ports })
})

test('between two messages that were kept comes a pause, in which who asks may leave and come back', async () => {
  const passed: unknown[] = []
  let arrive!: LaneListener
  let isWanted = true
  const resumed: (() => void)[] = []
  const lane: Lane = { post() {}, start: (listener) => void (arrive = listener), close() {} }
  const listener = {
    ...WANTING,
    isWanted: () => isWanted,
    pause: (): Promise<void> => new Promise((resolve) => resumed.push(resolve)),
    onMessage: (message: unknown) => {
      passed.push(message)
      isWanted = false
    },
    onClose: () => void passed.push('end'),
  }
  const inbox = new Inbox(lane, listener)
  inbox.listen()
  for (const message of [1, 2, 3]) arrive.onMessage(message)
  arrive.onClose()
  const opened = inbox.open()
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    await Promise.resolve()
    expect(passed).toEqual(expected)
    isWanted = true
    resumed.shift()!()
  }
  await opened
  expect(passed).toEqual([1, 2, 3, 'end'])
})
