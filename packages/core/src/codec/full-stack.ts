/** Whether an error says that the stack is full, and so nothing of what was asked. */
export function isOfFullStack(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Of V8 and WebKit, of V8's regular expressions, and of Firefox.
  return error instanceof RangeError || error instanceof SyntaxError || error.name === 'InternalError'
}
