import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NatsConnection, wsconnect } from '@nats-io/nats-core'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remotePool } from '@slipring/nats'
import { missing, type NatsServer, startNats } from '../../../tools/nats-server.ts'
import { atEnd, failureOf, freshSubject, openServing } from './open.ts'
import { serve } from '@slipring/nats/serve'

const TOKEN = 'a token of the tests'

describe.skipIf(missing !== undefined)('a server with TLS and a token', () => {
  let nats: NatsServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'slipring-tls-'))
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem']
    const args = ['req', '-x509', ...key, '-out', 'cert.pem', '-days', '2', ...subject]
    const { status, stderr, error } = spawnSync('openssl', args, { cwd: folder })
    if (status !== 0) throw new Error(`openssl makes no certificate: ${error?.message ?? String(stderr)}`)
    const tls = ['--tls', '--tlscert', join(folder, 'cert.pem'), '--tlskey', join(folder, 'key.pem')]
    nats = await startNats({ args: [...tls, '--auth', TOKEN] })
  })
  afterAll(async () => {
    await nats.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('carries tasks, also durable ones', async () => {
    const ca = readFileSync(join(folder, 'cert.pem'), 'utf8')
    const connection = await connect({ port: nats.port, token: TOKEN, tls: { ca } })
    atEnd(() => connection.close())
    const subject = freshSubject()
    const filename = new URL('tasks.worker.ts', import.meta.url)
    const serving = await serve({ connection, subject, filename, maxThreads: 1, durable: true })
    atEnd(() => serving.close())
    expect(await remotePool({ connection, subject }).run(1)).toBe(2)
    expect(await remotePool({ connection, subject, durable: true }).run(2)).toBe(4)
  })

  test('refuses another token: connect() of the client says so', async () => {
    const ca = readFileSync(join(folder, 'cert.pem'), 'utf8')
    const error = await failureOf(connect({ port: nats.port, token: 'wrong', tls: { ca }, reconnect: false }))
    expect(error).toMatchObject({ name: 'AuthorizationError' })
  })

  test('refuses a program that does not know its certificate', async () => {
    const error = await failureOf(connect({ port: nats.port, token: TOKEN, tls: {}, reconnect: false }))
    expect(error.message).toMatch(/self.signed/)
  })
})

/** A connection with these permissions alone. */
async function openForbidden(permissions: string): Promise<NatsConnection> {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-permissions-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'nats.conf')
  writeFileSync(
    file,
    `authorization { users = [
      { user: all, password: all },
      { user: some, password: some, permissions: ${permissions} }
    ] }`,
  )
  const nats = await startNats({ args: ['-c', file] })
  atEnd(() => nats.stop())
  const connection = await connect({ port: nats.port, user: 'some', pass: 'some' })
  atEnd(() => connection.close())
  return connection
}

describe.skipIf(missing !== undefined)('permissions', () => {
  test('that forbid the subject reject the task with the error of NATS', async () => {
    const connection = await openForbidden('{ publish: "other.>", subscribe: "other.>" }')
    const error = await failureOf(remotePool({ connection, subject: 'jobs', deadAfter: 2000 }).run(1))
    expect(error.message).toMatch(/permissions violation for subscription to "_INBOX/i)
    const filename = new URL('tasks.worker.ts', import.meta.url)
    const refused = await failureOf(serve({ connection, subject: 'jobs', filename, maxThreads: 1 }))
    expect(refused.message).toMatch(/permissions violation for subscription to "jobs/i)
  })

  test('that forbid JetStream reject durable tasks, and servers of them', async () => {
    const connection = await openForbidden('{ publish: "jobs.>", subscribe: [ "jobs.>", "_INBOX.>" ] }')
    const error = await failureOf(remotePool({ connection, subject: 'jobs', durable: true }).run(1))
    expect(error.message).toMatch(/permissions violation for publish to "\$JS/i)
    const filename = new URL('tasks.worker.ts', import.meta.url)
    const refused = await failureOf(serve({ connection, subject: 'jobs', filename, maxThreads: 1, durable: true }))
    expect(refused.message).toMatch(/permissions violation for publish to "\$JS/i)
  })
})

describe.skipIf(missing !== undefined)('over WebSocket, as in browsers', () => {
  test('a pool runs tasks', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipring-websocket-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'nats.conf')
    writeFileSync(file, 'websocket { listen: "127.0.0.1:-1", no_tls: true }')
    const nats = await startNats({ args: ['-c', file] })
    atEnd(() => nats.stop())
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true })
    const connection = await wsconnect({ servers: `ws://127.0.0.1:${nats.webSocketPort}` })
    atEnd(() => connection.close())
    const pool = remotePool({ connection, subject })
    expect(await pool.run(21)).toBe(42)
    const value = new Uint8Array(2_000_000).fill(3)
    expect(await pool.run(value, { name: 'echo' })).toEqual(value)
    expect(await remotePool({ connection, subject, durable: true }).run(3)).toBe(6)
  })
})
