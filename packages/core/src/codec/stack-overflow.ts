/** The messages of V8, WebKit and Firefox. A program's own error may quote one, so they must be whole. */
const MESSAGES: ReadonlySet<unknown> = new Set([
  'Maximum call stack size exceeded',
  'Maximum call stack size exceeded.',
  'too much recursion',
])
/** Engines tell of a regular expression by a `SyntaxError`, which names the expression first. */
const OF_EXPRESSIONS = /: (?:stack overflow|regular expression too large)$/i

/** Whether an error is a stack overflow, and so says nothing about the call. */
export function isStackOverflow(error: unknown): boolean {
  const message: unknown = (error as Partial<Error> | undefined)?.message
  return MESSAGES.has(message) || (error instanceof SyntaxError && OF_EXPRESSIONS.test(error.message))
}
