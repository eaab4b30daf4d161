/** Whether this thread is a worker of a pool: its first script says so, before it loads the module of the tasks. */
export const poolWorker: { isHere: boolean } = { isHere: false }
