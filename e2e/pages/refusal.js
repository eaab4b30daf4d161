/**
 * The error that an act throws, in words that are the same for two errors of one kind.
 * @param {() => void} act
 */
export function refusal(act) {
  try {
    act()
    return 'accepted'
  } catch (error) {
    const { name, constructor, code } = /** @type {DOMException} */ (error)
    return `refused: ${name} ${constructor.name} ${code} ${error instanceof DOMException}`
  }
}
