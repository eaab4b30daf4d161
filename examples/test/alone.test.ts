import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const EXAMPLES = join(import.meta.dirname, '..')
const MODULES = join(EXAMPLES, '../node_modules')

// As an online editor opens it. The rehearsal of a release tries to install by name.
const isOurs = (path: string): boolean => !['node_modules', 'test'].includes(basename(path))

/** They measure, and write a page of this repository. */
const OURS = ['transports/picture.ts']

test('no example imports anything outside of the folder of the examples', () => {
  const names = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const sources = names.filter((name) => /^(?!test\/|node_modules\/).*\.ts$/.test(name))
  expect(sources.length).toBeGreaterThan(30)
  const outside = sources.filter((name) => {
    const up = name.includes('/') ? '../../' : '../'
    return readFileSync(join(EXAMPLES, name), 'utf8').includes(`from '${up}`)
  })
  expect(outside).toEqual(OURS)
})

test('the folder of the examples runs alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-alone-'))
  try {
    cpSync(EXAMPLES, folder, { recursive: true, filter: isOurs })
    symlinkSync(MODULES, join(folder, 'node_modules'), 'junction')
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const [command, ...args] = scripts['drop-in']!.split(' ')
    expect(command).toBe('node')
    // The packages of this repository may not be built.
    const options = { cwd: folder, encoding: 'utf8', timeout: 30_000 } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=slipring-source', ...args], options)
    expect(stdout, stderr).toContain('port.mode is "shared"')
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
