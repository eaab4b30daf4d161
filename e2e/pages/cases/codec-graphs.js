/** Random graphs through the codec, with this browser's own structuredClone as the judge. */

import * as codec from '@slipring/core/codec'
import { differenceInGraphs } from '../../../packages/core/test/codec/graphs.ts'

export default async function () {
  const asked = new URLSearchParams(location.search)
  return differenceInGraphs(codec, Number(asked.get('seed')), Number(asked.get('count'))) ?? 'no difference'
}
