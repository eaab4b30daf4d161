/** Numbers of a command line. One that cannot be read would be NaN, and a loop to NaN does nothing and fails nothing. */

/**
 * A finite number above zero; what was left out is `otherwise`, which may be without end.
 * @param {string} name
 * @param {string | undefined} text
 * @param {number} otherwise
 */
export function amountOf(name, text, otherwise) {
  if (text === undefined) return otherwise
  const amount = text.trim() === '' ? NaN : Number(text)
  if (Number.isFinite(amount) && amount > 0) return amount
  throw new Error(`--${name} ${text} is not a number above zero`)
}

/**
 * A whole number from zero on, as of a seed; what was left out is drawn.
 * @param {string} name
 * @param {string | undefined} text
 * @param {number} [otherwise]
 */
export function wholeOf(name, text, otherwise = Math.floor(Math.random() * 2 ** 31)) {
  if (text === undefined) return otherwise
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  throw new Error(`--${name} ${text} is not a whole number`)
}
