/** Whether an error says that the stack is full, and so nothing of what was asked. */
export function isOfFullStack(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Of V8 and WebKit, of V8's regular expressions, and of Firefox.
  return error instanceof RangeError || error instanceof SyntaxError || error.name === 'InternalError'
}

/** The same where it may also be want of memory, for which engines have a `RangeError` too: then only the words tell. */
export function isOfStackNotMemory(error: unknown): boolean {
  return /stack|recursion/i.test(String(error))
}
