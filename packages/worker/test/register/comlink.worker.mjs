// @ts-nocheck: it is run as it stands.
import { parentPort } from 'node:worker_threads'
import * as Comlink from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { fail, later } from './tasks.worker.mjs'

class Counter {
  #count = 0
  add(by) {
    return (this.#count += by)
  }
}

Comlink.expose(
  {
    add: (a, b) => a + b,
    fail,
    later,
    Counter,
    fill(buffer) {
      new Uint8Array(buffer).fill(7)
      return Comlink.transfer(buffer, [buffer])
    },
    async each(count, callback) {
      for (let number = 0; number < count; number++) await callback(number)
      return 'all'
    },
    counter: () => Comlink.proxy(new Counter()),
  },
  nodeEndpoint(parentPort),
)
