import { f64, string, struct } from '@slipring/core/schema'
import { describe, expect, test, vi } from 'vitest'
import { pair } from './open-ports.ts'

const Ticker = struct({ symbol: string, last: f64 })

describe('port.channel()', () => {
  test('records and messages come in the order in which they were sent', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const seen: unknown[] = []
    const received = other.channel(Ticker)
    received.onrecord = (record) => seen.push(record.copy())
    other.on('message', (message) => seen.push(message))
    ticks.send({ symbol: 'A', last: 1 })
    port.postMessage('between')
    ticks.send({ symbol: 'B', last: 2 })
    await vi.waitFor(() => expect(seen.length).toBe(3))
    expect(seen).toEqual([{ symbol: 'A', last: 1 }, 'between', { symbol: 'B', last: 2 }])
  })
})
