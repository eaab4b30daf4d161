import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { lineOf } from '../src/line.ts'

/** A connection that is interrupted, and then there again. */
function interrupted(publish: (subject: string, data: string) => void) {
  let reconnect!: () => void
  const isThere = new Promise<void>((resolve) => (reconnect = resolve))
  async function* status() {
    yield { type: 'disconnect' }
    await isThere
    yield { type: 'reconnect' }
  }
  const connection = {
    info: { max_payload: 100 },
    publish,
    status,
    closed: () => new Promise(() => {}),
    isClosed: () => false,
    isDraining: () => false,
  }
  return { line: lineOf(connection), reconnect }
}

test('a held message that the new server refuses is told, and the others are sent', async () => {
  const sent: string[] = []
  const { line, reconnect } = interrupted((subject, data) => {
    if (data.length > 10) throw new Error('max_payload exceeded')
    sent.push(subject)
  })
  await setImmediate()
  expect(line.isUp).toBe(false)
  line.publish('large', 'more than ten')
  line.publish('small', 'ten')
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const up = line.up()
  reconnect()
  await up
  expect(sent).toEqual(['small'])
  expect(told.mock.calls).toEqual([['Cannot send a message that has waited for NATS: max_payload exceeded']])
  told.mockRestore()
})
