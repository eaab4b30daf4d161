/** The text of `slipring-task-thread.ts` with everything that it imports. The build writes it here. */
export const text: string = ''
