/** Asks git. Throws a Misuse with the remedy where the command line asks for what is not there. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Misuse } from './misuse.ts'

/** Set in the hooks of a repository: git would work on that one, wherever it is called. */
const OF_HOOKS: ReadonlySet<string> = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
])
/** A commit names somebody, also on a machine where git knows nobody. */
const AUTHOR = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'slipring-bench'],
    [`GIT_${role}_EMAIL`, 'slipring-bench@localhost'],
  ]),
)

/** The environment without what a hook of git adds to it. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_HOOKS.has(name)))
}

export class Repository {
  readonly root: string

  constructor(folder: string) {
    const root = this.#tryGit(folder, ['rev-parse', '--show-toplevel'])
    if (root === undefined) throw new Misuse(`--against: ${folder} is in no git repository`)
    this.root = root
  }

  /** The commit that a name means. */
  commit(ref: string): string {
    const commit = this.#tryCommit(ref)
    if (commit === undefined) throw new Misuse(`--against: there is no commit ${ref} here${this.#remedyFor(ref)}`)
    return commit
  }

  /** How many files of the working tree no commit holds as they are. */
  get dirtyFiles(): number {
    const status = this.run('status', '--porcelain', '--untracked-files=all')
    return status === '' ? 0 : status.split('\n').length
  }

  /** A commit of the working tree as it is. Touches neither the index nor any branch. */
  snapshot(): string {
    const head = this.commit('HEAD')
    if (this.dirtyFiles === 0) return head
    const folder = mkdtempSync(join(tmpdir(), 'slipring-bench-index-'))
    try {
      const index = { GIT_INDEX_FILE: join(folder, 'index') }
      this.#git(this.root, ['read-tree', head], index)
      this.#git(this.root, ['add', '--all'], index)
      const tree = this.#git(this.root, ['write-tree'], index)
      return this.#git(this.root, ['commit-tree', tree, '-p', head, '-m', 'The working tree as it is'], AUTHOR)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  addWorkTree(folder: string, commit: string): void {
    // The hooks of the repository are for people who check out.
    try {
      this.run('-c', 'core.hooksPath=/dev/null', 'worktree', 'add', '--quiet', '--detach', folder, commit)
    } catch (error) {
      const remedy = `A copy needs room in ${dirname(dirname(folder))}: TMPDIR names another folder`
      throw new Misuse(`${(error as Error).message}\n${remedy}`, { cause: error })
    }
  }

  /** A file of a work tree becomes what it is in a commit, and goes where that has none. */
  checkOut(folder: string, commit: string, file: string): void {
    if (this.#tryGit(folder, ['cat-file', '-e', `${commit}:./${file}`]) === undefined) rmSync(join(folder, file))
    else this.#git(folder, ['checkout', '--quiet', commit, '--', file], {})
  }

  get workTrees(): readonly string[] {
    const lines = this.run('worktree', 'list', '--porcelain').split('\n')
    return lines.filter((line) => line.startsWith('worktree ')).map((line) => line.slice('worktree '.length))
  }

  /** Those of the paths that differ. */
  differing(one: string, other: string, paths: readonly string[]): string[] {
    const names = this.run('diff', '--name-only', '--no-renames', one, other, '--', ...paths)
    return names === '' ? [] : names.split('\n')
  }

  run(...args: string[]): string {
    return this.#git(this.root, args, {})
  }

  #remedyFor(ref: string): string {
    if (this.#tryCommit(`origin/${ref}`) !== undefined) return `: name origin/${ref}`
    if (this.run('rev-parse', '--is-shallow-repository') === 'true')
      return ', and the clone is shallow: git fetch --unshallow, in a workflow fetch-depth: 0'
    return `: git fetch origin ${ref}, and then name FETCH_HEAD`
  }

  #tryCommit(ref: string): string | undefined {
    return this.#tryGit(this.root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
  }

  /** Undefined where git says no. */
  #tryGit(cwd: string, args: readonly string[]): string | undefined {
    try {
      return this.#git(cwd, args, {})
    } catch (error) {
      if (error instanceof GitError) return undefined
      throw error
    }
  }

  #git(cwd: string, args: readonly string[], more: NodeJS.ProcessEnv): string {
    try {
      const env = { ...plainEnvironment(), ...more }
      const stdio = ['ignore', 'pipe', 'pipe'] as const
      return execFileSync('git', args, { cwd, encoding: 'utf8', env, stdio: [...stdio], maxBuffer: 2 ** 28 }).trimEnd()
    } catch (error) {
      const { code, stderr = '' } = error as { code?: string; stderr?: string }
      if (code === 'ENOENT') throw new Misuse('--against needs git, which is not installed', { cause: error })
      throw new GitError(`--against: git ${args[0]} failed: ${stderr.trim()}`, { cause: error })
    }
  }
}

class GitError extends Misuse {}
