/** The worker of poolifier. */

import { ThreadWorker } from 'poolifier'
import echo, { compute } from './tasks.mjs'

export default new ThreadWorker({ echo, compute })
