/** The functions that a server of NATS offers. */

export default (value) => value * 2
export const echo = (value) => value
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
export const attempt = (_, context) => context.attempt

export function* numbers(count) {
  for (let number = 0; number < count; number++) yield number
}

export function fail() {
  throw new TypeError('outer', { cause: new RangeError('inner') })
}
