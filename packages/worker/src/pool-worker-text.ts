/** The text of `slipring-pool-worker.ts` with everything that it imports. The build writes it here. */
export const text: string = ''
