/** Messages between a server and its threads. */

/** To a thread: the function's name, the body, the task's id and the number of its delivery. */
export type ThreadTask = readonly [name: string, body: Uint8Array, id: string, attempt: number]

/** From a thread: the body of the result, or in an array that of an error. */
export type ThreadResult = Uint8Array | [failure: Uint8Array]

/** Of the URL of this module: the URL of the module of the tasks. */
export const MODULE_PARAMETER = 'module'
