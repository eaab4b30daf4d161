/** All of them, from another one on. */
export function rotated<T>(all: readonly T[], by: number): T[] {
  const start = all.length === 0 ? 0 : by % all.length
  return [...all.slice(start), ...all.slice(0, start)]
}
