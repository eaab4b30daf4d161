/** A worker's module in TypeScript. */

export default function typed(value: number): string {
  return `typed ${value satisfies number}`
}
