/**
 * Every worker of a pool loads this module first: it takes the pool's connection, loads the tasks' module and serves it.
 *
 * @inside
 * @since 0.2
 */

import { type FindElsewhere, functionIn, promiseIn, Server } from '@slipring/core/pool'
import { accept } from './connect.ts'
import { importModule } from './import-module.ts'
import { nodeHost } from './node-host.ts'
import { markPoolWorker } from './pool-mark.ts'
import { LOADED_ELSEWHERE, type NodeSetup } from './pool-thread.ts'

markPoolWorker()

const findElsewhere: FindElsewhere = (name) => {
  const end = name.indexOf(LOADED_ELSEWHERE)
  return end < 0 ? undefined : functionOf(name.slice(0, end), name.slice(end + LOADED_ELSEWHERE.length))
}

async function functionOf(filename: string, name: string): Promise<(task: unknown) => unknown> {
  const module = await importModule(filename)
  const found = functionIn(module, name) ?? (await promiseIn(module, name))
  if (typeof found === 'function') return found as (task: unknown) => unknown
  throw new TypeError(`Cannot run "${name}": ${filename} exports no such function`)
}

async function lowerPriority(increment: number): Promise<void> {
  // Elsewhere these functions are of the whole process.
  if (process.platform !== 'linux') return
  const { constants, getPriority, setPriority } = await import('node:os')
  setPriority(Math.min(getPriority() + increment, constants.priority.PRIORITY_LOW))
}

const port = await accept()
const setup = (await port.receive()) as NodeSetup
const server = new Server(port, setup, nodeHost, findElsewhere, () => process.memoryUsage().heapUsed)

try {
  if (setup.niceIncrement) await lowerPriority(setup.niceIncrement)
  const module = setup.filename === undefined ? {} : await importModule(setup.filename)
  await server.loaded(module, () => port.receive())
  // Not before: a worker whose setup waits for nothing that can happen ends.
  port.on('message', (message) => server.onMessage(message))
  port.on('messageerror', (error) => {
    // Nobody knows which task it was: the pool rejects those that this worker has begun.
    throw error
  })
} catch (error) {
  server.notLoaded(error)
}
