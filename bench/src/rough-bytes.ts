/** About how much memory a value takes. */

const BYTES_EACH = 16

export function roughBytes(value: unknown, seen: Set<unknown> = new Set()): number {
  if (typeof value === 'string') return BYTES_EACH + value.length
  if (typeof value !== 'object' || value === null || seen.has(value)) return BYTES_EACH
  seen.add(value)
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return BYTES_EACH + value.byteLength
  const parts = value instanceof Map ? [...value].flat() : value instanceof Set ? [...value] : Object.values(value)
  return parts.reduce((sum: number, part) => sum + roughBytes(part, seen), BYTES_EACH)
}
