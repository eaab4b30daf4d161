// @ts-nocheck: it is run as it stands.
/** import-in-the-middle as OpenTelemetry and Sentry register it: the hooks' thread gets a port, and acknowledges by it. */

import { print } from '../report.mjs'
import { register } from 'node:module'
import { createAddHookMessageChannel, Hook } from 'import-in-the-middle'

const { registerOptions, waitForAllMessagesAcknowledged } = createAddHookMessageChannel()
register('import-in-the-middle/hook.mjs', import.meta.url, registerOptions)
Hook(['node:path', 'path'], (exported, name) => {
  print('hooked', name)
  exported.sep = 'replaced'
})
await waitForAllMessagesAcknowledged()
const path = await import('node:path')
print(path.sep)
