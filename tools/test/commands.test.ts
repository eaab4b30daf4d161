import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArguments as readBench } from '../../bench/src/arguments.ts'
import { readArguments as readRunner } from '../../bench/src/runner/arguments.ts'
import { planOf } from '../plan.mjs'
import { filesUnder, foldersIn, readJson, ROOT } from './sources.ts'

/** Each kind of command, and the file that runs it: a test, a stage of one, or a proof. The text in that file shows it. */
const RUN: readonly [command: RegExp, file: string, shown: string][] = [
  [/^npm start$/, 'tools/check-start.mjs', "'npm', ['start'"],
  [/^npm test( -- (--all|--only [\w,]+))?$/, 'tools/test/plan.test.ts', 'planOf('],
  [/^npm run test:unit -- ring$/, 'tools/stages.mjs', "'--project=unit'"],
  [/^npm run build$/, 'tools/stages.mjs', 'tools/build.mjs'],
  [/^npm run words\b/, 'tools/stages.mjs', 'tools/plain-english/main.ts'],
  [/^npm run sizes\b/, 'tools/stages.mjs', 'tools/sizes.mjs'],
  [/^npm run site\b/, 'tools/stages.mjs', 'site/build.ts'],
  [/^npm run format$/, 'tools/stages.mjs', "'oxfmt'"],
  [/^npm run changeset -- version$/, 'tools/release/rehearse.mjs', "['changeset', 'version']"],
  [/^npm run rehearse\b/, '.github/workflows/nightly.yml', 'npm run rehearse'],
  [/^npm run drop-in$/, 'examples/test/alone.test.ts', "'drop-in'"],
  [/^npm run game$/, 'e2e/game.test.ts', 'servePage'],
  [/^npm run example -- audio-worklet$/, 'e2e/audio.test.ts', 'audio-worklet'],
  [/^npm run example -- physics$/, 'e2e/physics.test.ts', 'physics'],
  [/^npm run example -- many-machines$/, 'examples/test/many-machines.test.ts', 'many-machines'],
  [/^npm run example -- webassembly$/, 'examples/test/webassembly.test.ts', "'webassembly'"],
  [
    /^npm run example -- (blocking-request|comlink|drop-in|pool|typed-channel|world)$/,
    'examples/test/examples.test.ts',
    'run',
  ],
  [/^npx slipring-bench --history /, 'bench/test/runner/history.test.ts', 'history'],
  [/^npm run prove( --)?$/, 'proof/main.mjs', 'console.log'],
  [/^npm run prove -- (models|explore|state|runtimes)\b/, 'tools/stages.mjs', 'proof/'],
  [/^npm run prove -- nats-deaths$/, 'packages/nats/test/deaths.test.ts', 'deaths'],
  [/^npm run prove -- soak-codec$/, 'packages/core/test/codec/soak.test.ts', 'new Soak('],
  [/^npx slipring-bench( --doctor.*)$/, 'bench/test/runner/doctor.test.ts', "'--doctor'"],
  [/^slipring-bench --against( main)?$/, 'bench/test/runner/against/against.test.ts', "'--against'"],
  [/^slipring-bench --compare$/, 'bench/test/runner/run.test.ts', "'--compare'"],
  [/^npx slipring-bench examples\/bench/, 'examples/test/bench.test.ts', 'bench'],
  [/^(npx )?slipring-bench( sort\.bench\.ts)?$/, 'bench/test/runner/run.test.ts', 'two.bench.ts'],
  [/^node check\.mjs$/, 'tools/test/examples.test.ts', "'check.mjs'"],
  [/^node --import @slipring\/worker\/register app\.js$/, 'packages/worker/test/register/registered.ts', '--import='],
  [/^node --require @slipring\/worker\/register app\.js$/, 'packages/worker/test/register/registered.ts', '--require='],
  [/^slipring compile( <file>)?$/, 'tools/check-packages.mjs', "'compile'"],
  [/^esbuild /, 'proof/installed/bundlers.mjs', "'--bundle'"],
  [/^nats-server -js$/, 'tools/nats-server.ts', "'-js'"],
]

/** Kinds of commands that no test runs, with the reason. */
const NOT_RUN: readonly [command: RegExp, reason: string][] = [
  [/^npm install$/, 'runs before every test'],
  [/^node main\.mjs$/, 'the same two files as the example drop-in, which a test runs'],
  [/^npm install (--no-save|<clone>\S+ <clone>\S+)$/, 'tools/packed.mjs installs the packages from tarballs'],
  [/^npm install (@slipring|playwright|--save-dev)/, 'by name: `npm run rehearse`, as soon as there is a registry'],
  [
    /^npm run bench -- /,
    'measures for minutes; the test below reads its arguments, and bench/test runs each suite for a moment',
  ],
  [/^npm run bench( --json|:(deopts|heap|other-work|runtimes|sensitivity))?\b/, 'measures for minutes'],
  [
    /^node (bench\/src\/published\/main\.ts|tools\/run\.mjs examples\/\w+\/(picture|cost)\.ts)$/,
    'measures, and writes a page',
  ],
  [/^npm run changeset$/, 'asks a person'],
  [/^npm run prove -- (mutation|everywhere|soak-schema)$/, 'takes an hour'],
  [/^git (-C|worktree) /, 'writes a branch of a repository that is not here'],
  [/^npm deprecate /, 'changes what is published'],
  [/^node --experimental-vm-modules /, 'packages/worker/test/register tries Jest without its own modules'],
  [/^(clang|-Wl)/, 'its result is kept in the repository, so that no test needs a compiler'],
  [/^(apt-get|nats stream|--retention)/, 'the tests make the stream by the client of NATS, with the same settings'],
]

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/README.md',
  'proof/models/README.md',
  ...filesUnder('docs', /\.md$/).map(({ path }) => path),
  ...foldersIn('packages').map((name) => `packages/${name}/README.md`),
]
const commands = [...new Set(documents.flatMap((path) => commandsIn(readFileSync(join(ROOT, path), 'utf8'))))]
const { scripts } = readJson('package.json') as { scripts: Record<string, string> }
const { scripts: ofExamples } = readJson('examples/package.json') as { scripts: Record<string, string> }

test('every command of the documents is run by a test, or has a reason why not', () => {
  expect(commands.length).toBeGreaterThan(80)
  const known = [...RUN, ...NOT_RUN].map(([command]) => command)
  expect(commands.filter((command) => !known.some((kind) => kind.test(command)))).toEqual([])
})

test('no kind of command is left over, and each file shows that it runs its own', () => {
  const left = [...RUN, ...NOT_RUN].filter(([kind]) => !commands.some((command) => kind.test(command)))
  expect(left.map(([kind]) => kind.source)).toEqual([])
  const silent = RUN.filter(([, file, shown]) => !textOf(file).includes(shown))
  expect(silent.map(([kind, file]) => [kind.source, file])).toEqual([])
})

test('every script, stage, proof and example that a command names exists', () => {
  const listed = textOf('proof/main.mjs').matchAll(/^ {2}'?([\w-]+)'?: \{/gm)
  const proofs = new Set([...listed].map(([, name]) => name))
  const wrong = commands.filter((command) => {
    const [, script, , , rest = ''] = /^npm run ([\w:-]+)( --( (.+))?)?$/.exec(command) ?? []
    if (script === undefined) return false
    if (script === 'prove' && rest !== '') return !proofs.has(rest.split(' ')[0]!)
    if (script === 'example') return !existsSync(join(ROOT, 'examples', rest.split(' ')[0]!, 'main.ts'))
    return scripts[script] === undefined && ofExamples[script] === undefined
  })
  expect(wrong).toEqual([])
})

test('the arguments of every measurement and of every test run are read without a complaint', () => {
  for (const command of commands) {
    const words = wordsOf(command)
    if (/^npm run bench -- (?!<)/.test(command)) readBench(words.slice(4))
    if (/^npx slipring-bench\b/.test(command)) readRunner(words.slice(2))
    const [, only] = /^npm test -- --only (\S+)$/.exec(command) ?? []
    if (only !== undefined) expect(planOf({ only }).stages.length).toBeGreaterThan(0)
  }
})

test('every example that is a script of its own folder exists', () => {
  const names = Object.values(ofExamples).flatMap((script) => /run\.ts ([\w-]+)/.exec(script)?.[1] ?? [])
  const folders = readdirSync(join(ROOT, 'examples'))
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !folders.includes(name))).toEqual([])
})

/** Those of shell blocks, and those in the text that begin with a command of ours. */
function commandsIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|bash|shell)\n(.*?)^```$/gms)].flatMap(([, text]) => text!.split('\n'))
  const prose = markdown.replaceAll(/^```.*?^```$/gms, '')
  const inline = prose.matchAll(
    /`((?:(?:npm (?:run|test|start|install|deprecate)|npx|slipring(?:-bench| compile))\b|node )[^`]*)`/g,
  )
  const all = [...blocks, ...[...inline].map(([, command]) => command!)]
  return all.map((line) => line.replace(/\s+#.*$|\s*\\$/g, '').trim()).filter((line) => line !== '')
}

/** As a shell makes them, quotation marks without the rest. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, word]) => double ?? single ?? word!,
  )
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
