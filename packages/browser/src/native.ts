/**
 * The platform's classes that a program may put ours in the place of, taken once, when this package is loaded: ours would
 * else call themselves. Where pages are rendered, and in a worklet, they are missing.
 */

const platform = globalThis

export type MessagePort = globalThis.MessagePort

export const MessageChannel: typeof globalThis.MessageChannel | undefined = platform.MessageChannel
export const MessagePort: typeof globalThis.MessagePort | undefined = platform.MessagePort
