/** The worker of workerpool. */

import workerpool from 'workerpool'
import echo, { compute } from './tasks.mjs'

workerpool.worker({ echo, compute })
