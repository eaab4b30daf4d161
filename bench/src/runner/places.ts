/** Measures everywhere that the command line names, one place after the other. */

import type { Verdict } from '../load.ts'
import type { Arguments } from './arguments.ts'
import { here } from './case-thread.ts'
import { reportFrom } from './elsewhere.ts'
import { type Measured, measureIn } from './measure.ts'

const CALM: Verdict = {
  isLoaded: false,
  reasons: [],
  repeats: 0,
  calibrationMs: [],
  pingMicros: [],
  foreignProcessors: null,
}

export async function measureEverywhere(args: Arguments, files: readonly string[]): Promise<Measured> {
  const { runtimes, browsers } = args
  if (runtimes.length === 0 && browsers.length === 0) return measureIn(here(), args, files)
  const all = new Map<string, Measured>()
  for (const runtime of runtimes) {
    const { name } = runtime
    all.set(
      name,
      await orReason(name, async () => {
        const { versions, load, rows } = await reportFrom(runtime, args, files)
        return { versions: namedAfter(name, versions), load, rows: rows.map((row) => ({ place: name, ...row })) }
      }),
    )
  }
  for (const browser of browsers)
    all.set(
      browser,
      await orReason(browser, async () => {
        // Loaded only when asked for: Node alone needs neither a browser nor a bundler.
        const place = await (await import('./pages/open.ts')).openPages(browser)
        try {
          return await measureIn(place, args, files)
        } finally {
          await place.close()
        }
      }),
    )
  return together(all)
}

/** A place that cannot be had is a broken row: the others go on. */
async function orReason(place: string, measure: () => Promise<Measured>): Promise<Measured> {
  try {
    return await measure()
  } catch (error) {
    const nothing = { file: '', suite: '', name: '', isBaseline: false, baseline: null, result: null }
    return { versions: {}, load: CALM, rows: [{ place, ...nothing, broken: (error as Error).message }] }
  }
}

/** The version of a runtime by its name, since there may be several of one kind. */
function namedAfter(name: string, versions: Measured['versions']): Measured['versions'] {
  const [[, version = ''] = [], ...rest] = Object.entries(versions)
  return { [name]: version, ...Object.fromEntries(rest.filter(([other]) => other !== 'V8')) }
}

function together(all: ReadonlyMap<string, Measured>): Measured {
  const measured = [...all.values()]
  const loads = measured.map(({ load }) => load)
  const foreign = loads.map(({ foreignProcessors }) => foreignProcessors).filter((share) => share !== null)
  return {
    versions: Object.assign({}, ...measured.map(({ versions }) => versions)) as Measured['versions'],
    load: {
      ...CALM,
      isLoaded: loads.some(({ isLoaded }) => isLoaded),
      reasons: [...new Set(loads.flatMap(({ reasons }) => reasons))],
      repeats: loads.reduce((sum, { repeats }) => sum + repeats, 0),
      foreignProcessors: foreign.length === 0 ? null : Math.max(...foreign),
    },
    loads: Object.fromEntries([...all].map(([place, { load }]) => [place, load])),
    rows: measured.flatMap(({ rows }) => rows),
  }
}
