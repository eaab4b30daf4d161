/** The worker of Comlink. */

import { parentPort } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import echo, { compute } from './tasks.mjs'

expose({ echo, compute }, nodeEndpoint(/** @type {any} */ (parentPort)))
