/** Whether an error is a stack overflow, and so says nothing about the call. */
export function isOfFullStack(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Of V8 and WebKit, of V8's regular expressions, and of Firefox.
  return error instanceof RangeError || error instanceof SyntaxError || error.name === 'InternalError'
}
