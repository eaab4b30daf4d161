/** A mode of a channel that nobody can choose. */

import { createChannel } from '@slipring/browser'

export default function () {
  try {
    // @ts-expect-error -- what a program without types may ask for
    createChannel({ mode: 'shared' })
    return 'taken'
  } catch (error) {
    return String(error)
  }
}
