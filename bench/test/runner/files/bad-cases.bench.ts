import { bench, suite } from '@slipring/bench'

suite('bad cases', () => {
  bench('throws', () => {
    throw new RangeError('on purpose')
  })
  bench('rejects', async () => Promise.reject(new RangeError('later, on purpose')))
  bench('fails to set up', { setup: () => Promise.reject(new Error('no database')) }, () => 0)
  bench('ends its thread', () => process.exit(7))
  bench('never ends', () => {
    for (;;);
  })
  bench('is there twice', () => 1)
  bench('is there twice', () => 2)
  bench('throws beside', () => {
    setTimeout(() => {
      throw new Error('in a timer')
    })
    return new Promise((resolve) => setTimeout(resolve, 20))
  })
  bench('rejects unheard', () => {
    void Promise.reject(new RangeError('nobody hears it'))
  })
  bench('is a thenable that rejects', () => ({
    // oxlint-disable-next-line unicorn/no-thenable -- what query builders return
    then: (_: unknown, reject: (error: Error) => void) => reject(new RangeError('no such table')),
  }))
  bench('waits for ever', () => new Promise(() => {}))
  bench('has a cause', () => {
    throw new Error('cannot query', {
      cause: new AggregateError([new TypeError('port 5432 is closed')], 'all refused'),
    })
  })
  bench('is good', () => 3)
})
