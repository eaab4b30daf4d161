/** coincident has no types. */

type Functions = Record<string, (...values: unknown[]) => any>

declare module 'coincident/main' {
  export default function coincident(): {
    readonly Worker: new (script: string) => {
      readonly proxy: Functions
      postMessage(value: unknown, transfer?: Transferable[]): void
      onmessage: ((event: MessageEvent) => unknown) | null
      terminate(): void
    } & EventTarget
  }
}

declare module 'coincident/worker' {
  export default function coincident(): Promise<{ readonly proxy: Functions }>
}
