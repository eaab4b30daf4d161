// @ts-nocheck: it is run as it stands.
import test from 'ava'

test('passes', (t) => t.notDeepEqual({ a: [1] }, { a: [1] }))
test('fails', (t) => t.notDeepEqual({ a: [1] }, { a: [2] }))
test('logs', (t) => {
  t.log('logged')
  t.pass()
})
