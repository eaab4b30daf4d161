/** Whether this is Bun. */
export const isBun: boolean = 'bun' in process.versions

/** Whether this is Node itself, and not another runtime with its modules. */
export const isNode: boolean = !isBun && !('deno' in process.versions)
