/** Behind the address of a module: the same module once more. The baseline has functions of its own, of which engines learn apart. */
export const SECOND_COPY = '?baseline'
