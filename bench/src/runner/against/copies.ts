/** Head, base and control in folders of their own. They are removed on every way out. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { plainEnvironment, type Repository } from './git.ts'
import { Misuse } from './misuse.ts'
import { runShell } from './shell.ts'

export const VERSIONS = ['head', 'base', 'control'] as const
export type Version = (typeof VERSIONS)[number]

export interface Steps {
  readonly install: string | undefined
  readonly build: string | undefined
}

const PREFIX = 'slipring-bench-against-'
// Of one length: nothing tells the three apart but what is in them.
const FOLDERS: Readonly<Record<Version, string>> = { head: 'a', base: 'b', control: 'c' }
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const CODES: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

export class Copies {
  readonly #repository: Repository
  readonly #folder: string
  /** The folder of the command, from the root of the repository. */
  readonly #place: string

  constructor(repository: Repository, cwd: string) {
    this.#repository = repository
    this.#place = relative(realpathSync(repository.root), realpathSync(cwd))
    removeLeftOver(repository)
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)))
    process.once('exit', this.remove)
    for (const signal of SIGNALS) process.once(signal, this.#end)
  }

  /** The folder of the command in a copy. */
  folder(version: Version): string {
    return join(this.#folder, FOLDERS[version], this.#place)
  }

  /** Rejects with the reason where a step fails. */
  async make(commits: Readonly<Record<Version, string>>, { install, build }: Steps): Promise<void> {
    for (const version of VERSIONS) {
      this.#repository.addWorkTree(join(this.#folder, FOLDERS[version]), commits[version])
      mkdirSync(this.folder(version), { recursive: true })
      if (install === undefined) this.#linkDependencies(version)
    }
    for (const step of [install, build].filter((command) => command !== undefined))
      for (const version of VERSIONS) {
        console.error(`${version}: ${step}`)
        await runShell(step, this.folder(version), plainEnvironment(), version)
      }
  }

  /** The file of head, in all three: the same cases run everywhere. One that git ignores is not in the copy of head yet. */
  spread(file: string): void {
    const [own, ...others] = (['head', 'base', 'control'] as const).map((version) => join(this.folder(version), file))
    if (!existsSync(own!)) copy(file, own!)
    for (const other of others) copy(own!, other)
  }

  /** Base and control get their own file back. */
  restore(file: string, commit: string): void {
    for (const version of ['base', 'control'] as const) this.#repository.checkOut(this.folder(version), commit, file)
  }

  remove = (): void => {
    process.off('exit', this.remove)
    for (const signal of SIGNALS) process.off(signal, this.#end)
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
    this.#repository.run('worktree', 'prune')
  }

  // Listeners of `exit` remove the rest.
  #end = (signal: NodeJS.Signals): void => process.exit(CODES[signal])

  /** Without a command that installs, all three run with what is installed here. */
  #linkDependencies(version: Version): void {
    let place = this.#place
    for (;;) {
      const installed = join(this.#repository.root, place, 'node_modules')
      const target = join(this.#folder, FOLDERS[version], place, 'node_modules')
      if (existsSync(installed) && !existsSync(target)) {
        requireNoLinksInto(this.#repository.root, installed)
        symlinkSync(installed, target, 'junction')
      }
      if (place === '' || place === '.') return
      place = dirname(place)
    }
  }
}

/** A workspace is a link into the working tree: all three would run that one. */
function requireNoLinksInto(root: string, installed: string): void {
  const within = realpathSync(root) + sep
  const names = readdirSync(installed).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(installed, name)).map((inner) => join(name, inner)) : [name],
  )
  for (const name of names) {
    const real = tryRealPath(join(installed, name))
    if (real?.startsWith(within) === true && !real.includes(`${sep}node_modules${sep}`))
      throw new Misuse(
        `--against: node_modules/${name} is ${relative(root, real)} of this working tree, which base would run too: ` +
          "let each copy install its own, such as by --install 'npm ci'",
      )
  }
}

function tryRealPath(path: string): string | undefined {
  return existsSync(path) ? realpathSync(path) : undefined
}

/** Of runs that were killed. */
function removeLeftOver(repository: Repository): void {
  for (const tree of repository.workTrees) {
    const folder = dirname(tree)
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(basename(folder)) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(folder, { recursive: true, force: true })
  }
  repository.run('worktree', 'prune')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}
