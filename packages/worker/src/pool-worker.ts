/** What every worker of a pool loads first: it takes the pool's connection, loads the module of the tasks and serves them. */

import { Server, type TaskMessage } from '@slipring/core/pool'
import { accept } from './connect.ts'
import type { NodeSetup } from './pool-thread.ts'
import { now } from './timers.ts'

const port = await accept()
const setup = (await port.receive()) as NodeSetup
const server = new Server(port, setup, now)

try {
  const module = (await import(setup.filename)) as object
  port.on('message', (message: TaskMessage) => server.onMessage(message))
  port.on('messageerror', (error) => {
    // Nobody knows which task it was: the pool rejects those that this worker has begun.
    throw error
  })
  server.loaded(module)
} catch (error) {
  server.notLoaded(error)
}
