import { afterEach, expect, test, vi } from 'vitest'
import { attach, createChannel } from '../src/index.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an audio worklet, which has no tasks of its own, is refused before it takes an end of a channel', async () => {
  const { port, offer } = createChannel({ mode: 'copied' })
  vi.stubGlobal('MessageChannel', undefined)
  vi.resetModules()
  const worklet = await import('../src/index.ts')
  expect(() => worklet.attach(offer)).toThrow(/in a worklet.*@slipring\/core\/ring/)
  expect(() => worklet.createChannel()).toThrow(TypeError)
  vi.unstubAllGlobals()
  const other = attach(offer)
  expect(other.mode).toBe('copied')
  other.close()
  port.close()
})
