/** Comlink declares this module's types beside it, but not under the name it has for imports. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink'

  export default function nodeEndpoint(port: unknown): Endpoint
}
