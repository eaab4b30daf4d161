/** Modules once more, with functions of their own. */

declare module '*/echoes.ts?baseline' {
  export const Echoes: typeof import('./echoes.ts').Echoes
}

declare module '*/returns.ts?baseline' {
  export const Returns: typeof import('./returns.ts').Returns
}

declare module '*/series.ts?baseline' {
  export const Series: typeof import('./series.ts').Series
}
