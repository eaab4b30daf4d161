/** Other runtimes. Each comes from its npm package, at an exact version, into a folder of its own. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Runtime {
  readonly name: string
  readonly npmPackage: 'node' | 'bun' | 'deno'
  readonly version: string
  /** Before the name of a program. */
  readonly args: readonly string[]
}

const node = (version: string): Runtime => ({ name: `node${parseInt(version)}`, npmPackage: 'node', version, args: [] })

export const RUNTIMES: readonly Runtime[] = [
  node('20.20.2'),
  node('22.23.3'),
  node('24.21.0'),
  node('26.10.0'),
  { name: 'bun', npmPackage: 'bun', version: '1.4.5', args: [] },
  { name: 'deno', npmPackage: 'deno', version: '2.9.6', args: ['run', '-A', '--no-lock'] },
]

const shell = process.platform === 'win32'

/** On Windows the program itself: a command of npm is a script there, which only a shell can start. */
const PROGRAMS = { node: 'node/bin/node.exe', bun: 'bun/bin/bun.exe', deno: 'deno/deno.exe' } as const

/** Where an npm package puts its runtime. */
export function binaryIn(
  folder: string,
  npmPackage: Runtime['npmPackage'],
  platform: string = process.platform,
): string {
  return join(folder, 'node_modules', platform === 'win32' ? PROGRAMS[npmPackage] : `.bin/${npmPackage}`)
}

/** The command that runs a program: what this process runs on where it is the same. Throws with a remedy where it cannot be installed. */
export function installRuntime({ npmPackage, version, args }: Runtime, into: string): [string, ...string[]] {
  const { bun, deno, node: own } = process.versions as Record<string, string | undefined>
  const isOwn = npmPackage === 'node' && bun === undefined && deno === undefined && own === version
  if (isOwn) return [process.execPath, ...args]
  const folder = join(into, `${npmPackage}-${version}`)
  const binary = binaryIn(folder, npmPackage)
  if (!runs(binary, version)) {
    console.error(`Installing ${npmPackage} ${version} from npm into ${into}`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    // allowScripts: the packages fetch or place their binary in an install script, which npm may leave out otherwise.
    const manifest = { private: true, dependencies: { [npmPackage]: version }, allowScripts: { [npmPackage]: true } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    const install = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund']
    spawnSync('npm', install, { cwd: folder, stdio: ['ignore', 2, 2], shell })
    if (!runs(binary, version))
      throw new Error(
        `Cannot install ${npmPackage} ${version}: see npm's messages above, and allow its install scripts ` +
          '(npm config set ignore-scripts false)',
      )
  }
  return [binary, ...args]
}

function runs(binary: string, version: string): boolean {
  if (!existsSync(binary)) return false
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.includes(version) === true
}
