/** A pool, as the pool suite sees it. */

/** A function of the workers. */
export type Call = 'echo' | 'compute'

export interface OpenPool {
  run(task: unknown, call: Call): Promise<unknown>
  /** Ends its workers. */
  close(): Promise<unknown>
}

export interface PoolSystem {
  readonly name: string
  /** The module that its process imports before everything else. */
  readonly preload?: string
  /** Why it cannot run here; absent: it can. */
  readonly whyNot?: () => string | undefined
  readonly open: (threads: number) => OpenPool | Promise<OpenPool>
}
