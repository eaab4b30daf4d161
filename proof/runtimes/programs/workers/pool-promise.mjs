/** Exports a promise of a function. */

export default Promise.resolve((value) => `promised ${value}`)
