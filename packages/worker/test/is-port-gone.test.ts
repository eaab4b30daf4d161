import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { isPortGone } from '../src/is-port-gone.ts'

test('a port is gone when its other side has closed, and not where a full stack tells nothing', async () => {
  const { port1, port2 } = new MessageChannel()
  const answers = new Set<unknown>()
  const ask = (): void => {
    try {
      answers.add(isPortGone(port1))
    } catch (error) {
      answers.add((error as Error).name)
    }
  }
  const descend = (): void => {
    try {
      descend()
    } catch {
      // The stack is full: each step on the way back asks with a little more room.
    }
    ask()
  }
  try {
    descend()
  } catch {
    // Even the outermost may have no room, which is nothing that this is about.
  }
  expect(answers).not.toContain(true)
  expect(answers).toContain(false)
  const isClosed = new Promise((resolve) => port1.once('close', resolve))
  port2.close()
  await isClosed
  expect(isPortGone(port1)).toBe(true)
})
