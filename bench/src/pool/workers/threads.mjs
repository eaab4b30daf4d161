/** The worker of threads.js. */

import { expose } from 'threads/worker'
import echo, { compute } from './tasks.mjs'

expose({ echo, compute })
