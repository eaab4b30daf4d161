/** The platform's own clone. It never shows its bytes. */

import type { Cloner } from '../codec.ts'

export function create(): Cloner {
  return { clone: (value) => structuredClone(value) }
}
