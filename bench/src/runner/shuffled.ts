/** All in an order drawn by lot. */
export function shuffled<T>(all: readonly T[]): T[] {
  const rest = [...all]
  return all.map(() => rest.splice(Math.floor(Math.random() * rest.length), 1)[0]!)
}
