/** A file that servers write lines to, so that a test sees what they did. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from './open.ts'

export interface Scratch {
  readonly file: string
  lines(): string[]
  /** Waits until there is such a line. */
  until(line: string): Promise<void>
}

const LATEST_MS = 15_000

export function scratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-scratch-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'lines')
  writeFileSync(file, '')
  const lines = (): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return {
    file,
    lines,
    until: async (line) => {
      for (const since = Date.now(); !lines().includes(line); await pause(20))
        if (Date.now() - since > LATEST_MS) throw new Error(`No line "${line}": ${lines().join(', ')}`)
    },
  }
}
