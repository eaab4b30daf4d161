/** Whether this is Node itself, and not another runtime with its modules. */
export const isNode: boolean = !('bun' in process.versions) && !('deno' in process.versions)
