import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { dataCloneError, isClosedError, isSchemaError, timeoutError } from '../src/errors.ts'

afterEach(() => vi.unstubAllGlobals())

test('an error of another realm is known by its code, and what has none is no error of ours', () => {
  const foreign: unknown = runInNewContext(`Object.assign(new Error('ended'), { code: 'ERR_SLIPRING_CLOSED' })`)
  expect(foreign).not.toBeInstanceOf(Error)
  expect([isClosedError(foreign), isSchemaError(foreign)]).toEqual([true, false])
  expect([null, undefined, 'ERR_SLIPRING_CLOSED', {}, new Error('other')].map(isClosedError)).toEqual(
    Array(5).fill(false),
  )
})

test('where there is no DOMException, errors have its names', () => {
  vi.stubGlobal('DOMException', undefined)
  expect(dataCloneError('no')).toMatchObject({ name: 'DataCloneError', message: 'no' })
  Reflect.deleteProperty(globalThis, 'DOMException')
  expect(timeoutError(5)).toMatchObject({ name: 'TimeoutError', message: 'No message within 5 ms' })
})
