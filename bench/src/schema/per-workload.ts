/** A thing that a program makes once for a shape, and not again for every codec of it: engines know code that there is once better. */
export function perWorkload<T>(make: (workload: string) => T): (workload: string) => T {
  const made = new Map<string, T>()
  return (workload) => {
    const known = made.get(workload)
    if (known !== undefined) return known
    const created = make(workload)
    made.set(workload, created)
    return created
  }
}
