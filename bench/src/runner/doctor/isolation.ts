/** The three ways in which headers give a page shared memory, and what the headers of a page say about it. */

type Headers = Readonly<Record<string, string>>

const COOP = 'cross-origin-opener-policy'
const COEP = 'cross-origin-embedder-policy'
const DIP = 'document-isolation-policy'

export interface Way {
  readonly name: string
  readonly headers: Headers
}

const coep = (value: string): Way => ({
  name: `two headers, ${value}`,
  headers: { [COOP]: 'same-origin', [COEP]: value },
})

export const WAYS: readonly Way[] = [
  coep('require-corp'),
  coep('credentialless'),
  { name: 'one header, Document-Isolation-Policy', headers: { [DIP]: 'isolate-and-require-corp' } },
]

export interface HeaderFindings {
  readonly lines: readonly (readonly [name: string, value: string])[]
  /** Which browsers give such a page shared memory. */
  readonly verdict: string
  readonly isIsolated: boolean
}

const EVERYWHERE = 'the page has shared memory in every browser'
const NOT_SAFARI = 'the page has shared memory in Chromium and Firefox; Safari does not know credentialless'
const CHROMIUM = 'the page has shared memory in Chromium 137 and later alone'
const NOWHERE = 'the page has no shared memory, and its ports are in mode copied: see HEADERS.md of the documentation'

/** Judges the headers of a page. `get` finds a header by its name in small letters. */
export function judgeHeaders(get: (name: string) => string | null): HeaderFindings {
  const [opener, embedder, isolation] = [COOP, COEP, DIP].map((name) => valueOf(get(name)))
  const isTwo = opener === 'same-origin' && (embedder === 'require-corp' || embedder === 'credentialless')
  const isOne = isolation === 'isolate-and-require-corp' || isolation === 'isolate-and-credentialless'
  const shown = [COOP, COEP, DIP].map((name) => [name, get(name) ?? 'not sent'] as const)
  const verdict = isTwo ? (embedder === 'require-corp' ? EVERYWHERE : NOT_SAFARI) : isOne ? CHROMIUM : NOWHERE
  return { lines: shown, verdict, isIsolated: isTwo || isOne }
}

/** Without parameters, such as where to report to. */
function valueOf(header: string | null): string | undefined {
  return header?.split(';')[0]?.trim()
}
