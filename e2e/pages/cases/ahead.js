/** A schema on a page that forbids to generate code, with the module that `slipring compile` has made of it. */

import { Counted, counted } from '../schemas.js'

export default async function () {
  await import(new URL('../compiled/schemas.code.js', import.meta.url).href)
  const value = counted(41)
  const walked = Counted.with({ codegen: 'never' })
  const bytes = Counted.encode(value)
  return {
    isForbidden: isForbidden(),
    // Views of both are of classes of their own.
    isGenerated: Object.getPrototypeOf(Counted.view(bytes)) !== Object.getPrototypeOf(walked.view(bytes)),
    isSame: String(bytes) === String(walked.encode(value)),
    value: Counted.decode(bytes),
  }
}

function isForbidden() {
  try {
    void new Function('')
    return false
  } catch (error) {
    return error instanceof EvalError
  }
}
