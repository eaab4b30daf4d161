/** threads.js has declarations, but its exports hide them. */
declare module 'threads' {
  interface ThreadPool<Functions> {
    queue(task: (thread: Functions) => unknown): PromiseLike<unknown>
    terminate(force: boolean): Promise<void>
  }
  export const Worker: new (path: string) => object
  export function spawn<Functions>(worker: object): Promise<Functions>
  export function Pool<Functions>(start: () => Promise<Functions>, options: { size: number }): ThreadPool<Functions>
}

declare module 'threads/worker' {
  export function expose(functions: Readonly<Record<string, (task: never) => unknown>>): void
}
