/** Two copies of the package in one thread, as where a library brings its own. */

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MessageChannel as NativeChannel } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, MessageChannel, MessagePort, Pool, receiveMessageOnPort, Worker } from '@slipring/worker'
import { Piscina } from '@slipring/worker/piscina'
import { closeAfterTest } from './open-ports.ts'

test('connect() of one gives the port of a Worker of the other', async () => {
  vi.resetModules()
  const { connect: connectOther, receiveMessageSync, Worker: Other } = await import('@slipring/worker')
  expect(Other).not.toBe(Worker)
  const worker = new Worker(new URL('echo.worker.ts', import.meta.url))
  closeAfterTest(worker)
  const port = connectOther(worker)
  expect(port).toBe(worker.port)
  port.postMessage({ by: 'either' })
  expect(receiveMessageSync(port, { timeout: 5000 })).toEqual({ message: { by: 'either' } })
  expect(connect(worker)).toBe(port)
})

test('receiveMessageOnPort() and `instanceof MessagePort` know ports of the other, and still native ones', async () => {
  vi.resetModules()
  const { MessageChannel: OtherChannel } = await import('@slipring/worker')
  expect(OtherChannel).not.toBe(MessageChannel)
  for (const Channel of [OtherChannel, MessageChannel, NativeChannel]) {
    const { port1, port2 } = new Channel()
    port1.postMessage('by either')
    expect(receiveMessageOnPort(port2 as MessagePort)).toEqual({ message: 'by either' })
    expect(port2).toBeInstanceOf(MessagePort)
    port1.close()
  }
  expect({}).not.toBeInstanceOf(MessagePort)
  expect(() => receiveMessageOnPort({} as MessagePort)).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_ARG_TYPE' }),
  )
})

describe('a pool whose worker imports another copy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-copies-'))
  const filename = pathToFileURL(join(folder, 'tasks.ts'))
  beforeAll(() => {
    mkdirSync(join(folder, 'node_modules/@slipring'), { recursive: true })
    for (const name of ['core', 'worker']) {
      const own = fileURLToPath(new URL(`../../${name}/`, import.meta.url))
      for (const part of ['package.json', 'src']) cpSync(join(own, part), join(folder, name, part), { recursive: true })
      // Node strips the types of no file in node_modules.
      symlinkSync(join(folder, name), join(folder, 'node_modules/@slipring', name), 'junction')
    }
    writeFileSync(
      filename,
      `
        import { move } from '@slipring/worker'
        import Piscina, { isWorkerThread, workerData } from '@slipring/worker/piscina'
        let last
        const remembered = (bytes) => (last = bytes)
        export const fill = (length) => move(remembered(new Uint8Array(length).fill(7)), [last.buffer])
        export const fillByFace = (length) => Piscina.move(remembered(new Uint8Array(length).fill(7)))
        export const lengthOfLast = () => last.length
        export const place = () => ({ isWorkerThread, workerData, byClass: Piscina.isWorkerThread })
      `,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(['fill', 'fillByFace'])('%s: what moves arrives as itself, and is gone there', async (name) => {
    const pool = new Pool({ filename, maxThreads: 1 })
    onTestFinished(() => pool.destroy())
    expect(await pool.run(3, { name })).toEqual(new Uint8Array([7, 7, 7]))
    expect(await pool.run(undefined, { name: 'lengthOfLast' })).toBe(0)
  })

  test('the face tells where it is, and takes moves of the other copy', async () => {
    const pool = new Piscina({ filename: filename.href, maxThreads: 1, workerData: 'ours' })
    onTestFinished(() => pool.destroy())
    expect(await pool.run(undefined, { name: 'place' })).toEqual({
      isWorkerThread: true,
      workerData: 'ours',
      byClass: true,
    })
    vi.resetModules()
    const { move } = await import('@slipring/worker/piscina')
    const bytes = new Uint8Array([1])
    await pool.run(move(bytes), { name: 'place' })
    expect(bytes.length).toBe(0)
  })
})
