import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fifo } from '../../src/direction/fifo.ts'

test('a Fifo gives what an array would, whatever is asked of it in which order', () => {
  const step = fc.oneof(
    fc.record({ act: fc.constantFrom('add', 'addBefore', 'putBack'), item: fc.nat(9) }),
    fc.constant({ act: 'shift', item: 0 }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const fifo = new Fifo<number>()
      const model: number[] = []
      for (const { act, item } of steps) {
        if (act === 'add') {
          fifo.add(item)
          model.push(item)
        } else if (act === 'addBefore') {
          fifo.addBefore(item, (other) => other > item)
          model.splice(model.findLastIndex((other) => other <= item) + 1, 0, item)
        } else if (act === 'putBack') {
          fifo.putBack(item)
          model.unshift(item)
        } else expect(fifo.shift()).toBe(model.shift())
        expect([fifo.first, fifo.length]).toEqual([model[0], model.length])
      }
    }),
  )
})
