/** The documents of the job, the same in each process: JSON of 400 to 900 characters. */

const WORDS = ['ring', 'record', 'worker', 'thread', 'message', 'region', 'offset', 'capacity', 'stream', 'schema']
const [SHORTEST, LONGEST] = [400, 900]
/** The characters of a text beside its words. */
const FRAME = 54

/** @param {number} count */
export function documents(count) {
  let state = 1
  /** @param {number} below */
  const random = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, (_, id) => {
    const length = SHORTEST + random(LONGEST - SHORTEST) - FRAME
    /** @type {string[]} */
    const words = []
    for (let left = length; left > 12;) {
      const word = WORDS[random(WORDS.length)] ?? ''
      words.push(word)
      left -= word.length + 3
    }
    return JSON.stringify({ id, at: random(2 ** 31), price: random(1e6) / 100, isOpen: random(2) === 0, words })
  })
}
