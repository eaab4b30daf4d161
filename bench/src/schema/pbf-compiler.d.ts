declare module 'pbf/compile' {
  /** Functions `writeName(value, writer)` and `readName(reader, end)` for every message of a schema. */
  export function compile(schema: unknown): Record<string, ((first: unknown, second: unknown) => unknown) | undefined>
}

declare module 'protocol-buffers-schema' {
  export function parse(source: string): unknown
}
