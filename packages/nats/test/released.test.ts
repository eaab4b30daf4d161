import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missing, type NatsServer, startNats } from '../../../tools/nats-server.ts'

describe.skipIf(missing !== undefined)('no timer is left', () => {
  let nats: NatsServer
  beforeAll(async () => {
    nats = await startNats()
  })
  afterAll(() => nats.stop())

  test('after the end of a remote pool and of a server, whichever ends first', { timeout: 45_000 }, () => {
    const script = fileURLToPath(new URL('released.process.ts', import.meta.url))
    const options = { encoding: 'utf8', timeout: 40_000 } as const
    const args = [...process.execArgv, script, String(nats.port)]
    const { stdout, stderr, status } = spawnSync(process.execPath, args, options)
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(JSON.parse(stdout)).toEqual({
      'a pool and a server close': [],
      'the connection of a durable server closes': [],
      'JetStream refuses the second consumer of a durable server': [],
      'a pool without servers is destroyed while it asks for some': [],
      'a pool without servers is destroyed before it sends a task again': [],
    })
  })
})
