/** The last message of a side that has no ring to say so in. Browsers do not tell a port that the other one has closed. */

interface Farewell {
  readonly slipringFarewell: true
}

export const FAREWELL: Farewell = { slipringFarewell: true }

export function isFarewell(message: unknown): boolean {
  return typeof message === 'object' && message !== null && (message as Partial<Farewell>).slipringFarewell === true
}
