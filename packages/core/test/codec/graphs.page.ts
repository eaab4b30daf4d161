/** In a page: random graphs, with the browser's own structuredClone as the judge. */

import * as codec from '@slipring/core/codec'
import { differenceInGraphs } from './graphs.ts'

export default function (asked: URLSearchParams): string {
  return differenceInGraphs(codec, Number(asked.get('seed')), Number(asked.get('count'))) ?? 'no difference'
}
