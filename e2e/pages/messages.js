/** The messages of the ring page, the same on every thread: numbers, text of all widths, nesting, gaps. */

/** @param {number} number */
export function messageNumbered(number) {
  return {
    number,
    ratio: number / 7,
    name: ['plain', 'naïve', '東京', 'rocket 🚀'][number % 4],
    tags: number % 3 === 0 ? [] : ['a', null, { deep: [number % 2 === 0, -number] }],
    at: { lat: -33.5, lon: number % 180, place: number % 5 === 0 ? null : `place ${number}` },
  }
}
