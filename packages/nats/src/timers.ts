/** Timers that can be stopped, and timers to wait for. */

/** Calls back, unless the function that it returns is called before. */
export function later(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
