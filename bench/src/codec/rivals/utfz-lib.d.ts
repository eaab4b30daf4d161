/** utfz-lib has no declarations. */
declare module 'utfz-lib' {
  /** The number of bytes written. */
  export function pack(text: string, length: number, bytes: Uint8Array, offset: number): number
  export function unpack(bytes: Uint8Array, length: number, offset: number): string
}
