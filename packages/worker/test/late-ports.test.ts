import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('late-ports.process.ts', import.meta.url))

const look = (use: string): { all: string[]; slow: string[] } =>
  JSON.parse(execFileSync(process.execPath, ['--conditions=slipring-source', program, use], { encoding: 'utf8' }))

// Each met at least once, so that a look which finds nothing is no proof.
const met: Record<string, string[]> = {
  send: ['MessagePort', 'Sender', 'Writer', 'Incoming', 'TypedChannel'],
  read: ['MessagePort', 'Receiver', 'Reader', 'Consumer'],
  worker: ['Worker', 'WorkerPort', 'Sender', 'Receiver', 'Turn'],
}

test.each(Object.keys(met))('objects of ports made when all before are gone are no dictionaries: %s', (use) => {
  const { all, slow } = look(use)
  expect(all).toEqual(expect.arrayContaining(met[use]!))
  expect(slow).toEqual([])
})
