/** Modules once more, with functions of their own. */

declare module '*/stream.ts?baseline' {
  export const Stream: typeof import('./stream.ts').Stream
}

declare module '*/looks.ts?baseline' {
  export const lookAt: typeof import('../schema/looks.ts').lookAt
}
