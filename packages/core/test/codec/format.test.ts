import { readFileSync } from 'node:fs'
import * as tags from '../../src/codec/tags.ts'
import { expect, test } from 'vitest'

const document = readFileSync(new URL('../../../../docs/FORMAT.md', import.meta.url), 'utf8')
const section = document.slice(document.indexOf('## Values: tags')).split(/\n## /)[0]!

const NOT_TAGS = /^(FLAG|SMALL_INT|SHORT_LATIN1|MAX_|GROWTH_|NUMBERS_|LATER_DEPTH|ERROR_|VIEW_)/

test('docs/FORMAT.md lists every tag of tags.ts with its byte, and no other', () => {
  const listed = [...section.matchAll(/^\| `0x([0-9a-f]{2})` +\| `([A-Z0-9_]+)`/gm)].map(([, byte, name]) => [
    name,
    Number.parseInt(byte!, 16),
  ])
  const defined = Object.entries(tags).filter(([name, value]) => typeof value === 'number' && !NOT_TAGS.test(name))
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(defined))
  expect(listed).toHaveLength(defined.length)
})

test('docs/FORMAT.md lists the flags, the view kinds and the error kinds of tags.ts', () => {
  for (const [name, value] of Object.entries(tags).filter(
    ([key]) => /^FLAG_(?!KNOWN|S_)/.test(key) && key !== 'FLAGS_KNOWN',
  )) {
    expect(section).toMatch(new RegExp(`\\| \`${String(value)}\` +\\| \`${name}\``))
  }
  for (const kinds of [tags.VIEW_KINDS, tags.ERROR_KINDS])
    for (const [kind, name] of kinds.entries()) expect(section).toMatch(new RegExp(`\\| +${kind} \\| \`${name}\` +\\|`))
})

test('no two tags are the same byte', () => {
  const bytes = Object.entries(tags).filter(([name, value]) => typeof value === 'number' && !NOT_TAGS.test(name))
  expect(new Set(bytes.map(([, byte]) => byte)).size).toBe(bytes.length)
})
