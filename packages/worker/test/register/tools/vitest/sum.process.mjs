// @ts-nocheck: it is run as it stands.
import { expect, test } from 'vitest'

test('passes', () => expect({ a: [1] }).toEqual({ a: [1] }))
test('fails', () => expect({ a: [1] }).toEqual({ a: [2] }))
