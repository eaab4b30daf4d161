/** The other side of state.test.ts: does what its workerData says. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'
import { Numbers } from './state-schemas.ts'

const port = parentPort!

switch (workerData.does) {
  case 'writes': {
    const { writer } = port.state(Numbers)
    let count = 0
    const write = (): void => writer.update((state) => state.all.fill(++count))
    write()
    if (workerData.last === 'throw') setTimeout(() => throwNow(), 20)
    else if (workerData.last === 'exit') process.exit()
    else if (workerData.last === 'closes the port') port.close()
    else if (workerData.last === 'closes the writer') writer.close()
    else setInterval(write, 1)
    break
  }
  case 'reads': {
    const { reader } = port.state(Numbers)
    while (await reader.changed()) {
      const { all } = reader.latest()!
      port.postMessage({ first: all[0], isWhole: all.every((number) => number === all[0]) })
    }
    port.postMessage('ended')
    break
  }
}

function throwNow(): void {
  throw new Error('as asked')
}
