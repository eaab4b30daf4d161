/** The worker's side of a pool. */

import { Server, type Setup } from '@slipring/core/pool'
import { browserHost } from './browser-host.ts'
import { accept } from './connect.ts'

/**
 * Runs the tasks of a `Pool` by these functions: `serve({ resize, blur })`. A task without a name calls the function `default`:
 * `serve({ default: resize })`. Call it in the first task of the worker's script. Rejects with `TypeError` on a thread that is no
 * dedicated worker.
 */
export async function serve(functions: object): Promise<void> {
  const port = await accept()
  const setup = (await port.receive()) as Setup
  const server = new Server(port, setup, browserHost)
  await server.loaded(functions, () => port.receive())
  port.addEventListener('message', ({ data }) => server.onMessage(data))
  port.addEventListener('messageerror', ({ data }) => {
    // Nobody knows which task it was: the pool rejects those that this worker has begun.
    port.close()
    throw data
  })
  port.start()
}
