// @ts-nocheck: it is run as it stands.
/** synckit: asynchronous functions called synchronously, in workers with and without `execArgv` of their own. */

import { print } from '../../report.mjs'
import { createSyncFn } from 'synckit'

for (const execArgv of [undefined, []]) {
  const twice = createSyncFn(new URL('twice.worker.mjs', import.meta.url), { execArgv })
  for (let number = 0; number < 20; number++) print(twice(number))
  try {
    twice('no number')
  } catch ({ name, message }) {
    print(name, message)
  }
}
