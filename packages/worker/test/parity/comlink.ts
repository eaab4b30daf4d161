/** A session of Comlink over two ports, which need no adapter. */

import { expose, proxy, releaseProxy, transfer, wrap } from 'comlink'
import type { Case } from './cases.ts'
import { delay, settled } from './cases.ts'

class Counter {
  count = 0
  add(by: number): number {
    return (this.count += by)
  }
}

export const comlinkCases: Record<string, Case> = {
  'Comlink: calls, properties, classes, callbacks, transfers, errors': async ({ port, other, log }) => {
    const service = {
      Counter,
      name: 'service',
      nested: { deep: { value: [1, 2] } },
      sum: (...numbers: number[]) => numbers.reduce((total, number) => total + number, 0),
      later: async (ms: number) => delay(ms).then(() => 'later'),
      each: async (values: number[], callback: (value: number) => Promise<string>) => {
        const results: string[] = []
        for (const value of values) results.push(await callback(value))
        return results
      },
      fail: () => {
        throw new RangeError('as told')
      },
      failWith: () => {
        throw 'a string'
      },
      bytes: (buffer: ArrayBuffer) => transfer({ length: buffer.byteLength, buffer }, [buffer]),
      counter: () => proxy(new Counter()),
      unclonable: () => () => {},
    }
    expose(service, other)
    const remote: any = wrap(port)
    log(await remote.sum(1, 2, 3), await remote.name, await remote.nested.deep.value)
    remote.name = 'renamed'
    log(await remote.name)
    log(await Promise.all([remote.later(5), remote.sum(4), remote.later(1), remote.sum(5)]))
    log(
      await remote.each(
        [1, 2, 3],
        proxy((value: number) => `got ${value}`),
      ),
    )
    for (const call of ['fail', 'failWith', 'unclonable', 'missing'])
      await remote[call]().then(
        () => log(call, 'no error'),
        (error: any) => log(call, error?.name ?? error, error?.message),
      )
    const buffer = new ArrayBuffer(16)
    const returned = await remote.bytes(transfer(buffer, [buffer]))
    log(buffer.byteLength, returned.length, returned.buffer.byteLength)
    const counter = await new remote.Counter()
    log(await counter.add(2), await counter.add(3), await counter.count)
    const second = await remote.counter()
    log(await second.add(10))
    counter[releaseProxy]()
    second[releaseProxy]()
    try {
      await counter.add(1)
      log('no error')
    } catch (error) {
      log((error as Error).message)
    }
    log(await remote.sum(6))
    remote[releaseProxy]()
    await settled()
    await settled()
    log(port.hasRef(), other.hasRef())
  },
}
