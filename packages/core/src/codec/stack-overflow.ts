/** How the messages end in V8, WebKit and Firefox; the last two are of regular expressions. */
const ENDS: readonly string[] = [
  'Maximum call stack size exceeded',
  'Maximum call stack size exceeded.',
  'too much recursion',
  ': Stack overflow',
  'regular expression too large',
]

/** Whether an error is a stack overflow, and so says nothing about the call. */
export function isStackOverflow(error: unknown): boolean {
  const message: unknown = (error as Partial<Error> | undefined)?.message
  return typeof message === 'string' && ENDS.some((end) => message.endsWith(end))
}
