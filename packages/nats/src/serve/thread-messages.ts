/** Messages between a server and its threads. */

/**
 * To a thread: the URL of the module of the tasks, the function's name, the body, the task's id and the number of its delivery.
 * The URL is in each of them: Bun and Deno keep none that is a parameter of a module's own URL. The codec sends it once.
 */
export type ThreadTask = readonly [url: string, name: string, body: Uint8Array, id: string, attempt: number]

/** From a thread: the body of the result, or in an array that of an error. */
export type ThreadResult = Uint8Array | [failure: Uint8Array]
