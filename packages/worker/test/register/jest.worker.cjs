// @ts-nocheck: it is run as it stands.
module.exports = {
  add: (a, b) => a + b,
  fail: () => {
    throw new RangeError('told to fail')
  },
  later: async (value) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return { value }
  },
  size: (buffer) => buffer.byteLength,
}
