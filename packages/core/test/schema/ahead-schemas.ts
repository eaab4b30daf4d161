/** Schemas of most kinds of code, and a value of each. */

import * as s from '../../src/schema/index.ts'

const Tree: s.Schema<any> = s.struct({ name: s.string, in: s.list(s.recursive(() => Tree)) })

export const schemas: readonly s.AnySchema[] = [
  s.struct({ symbol: s.string, last: s.f64, side: s.enums('buy', 'sell'), note: s.optional(s.string) }),
  s.struct({ rows: s.list(s.struct({ a: s.u8, text: s.latin1 })), kept: s.flags('x', 'y'), ['__proto__']: s.bool }),
  s.struct({ shape: s.union('kind', { circle: s.struct({ r: s.f32 }), box: s.struct({ w: s.varint }) }) }),
  Tree,
  s.struct({ old: s.u8, added: s.withDefault(s.list(s.u8), [1]) }).with({ checked: false }),
]

export const values: readonly unknown[] = [
  { symbol: 'A"\\\u2028', last: 1.5, side: 'sell' },
  { rows: [{ a: 1, text: 'x' }], kept: { x: true, y: false }, ['__proto__']: true },
  { shape: { kind: 'box', w: 5 } },
  { name: 'a', in: [{ name: 'b', in: [] }] },
  { old: 1, added: [2] },
]
