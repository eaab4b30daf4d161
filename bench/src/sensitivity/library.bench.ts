/** Cases of pbf, which lies beside a copy of this file in a package of that name: each commit has its own. */

import { bench, suite } from '@slipring/bench'
import * as pbf from 'pbf'
import { workOf } from './library-work.ts'

const times = { warmupTime: 30, time: 50 }
const { read, write } = workOf(pbf)

suite('pbf', () => {
  bench('read', times, read)
  bench('write', times, write)
})
