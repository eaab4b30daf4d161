/** Cases of pbf, which lies beside a copy of this file in a package of that name: each commit has its own. */

import { bench, suite } from '@slipring/bench'
import * as pbf from 'pbf'
import { workOf } from './library-work.ts'

const { read, write } = workOf(pbf)

suite('pbf', () => {
  bench('read', { time: 150, warmupTime: 100 }, read)
  bench('write', { time: 150, warmupTime: 100 }, write)
})
