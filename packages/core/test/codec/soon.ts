/**
 * Imported first by a test file, this makes generated code join soon: a shape has its functions after four uses and a
 * task, or after sixteen. `second-gear.test.ts` has the real numbers.
 */
import { vi } from 'vitest'

vi.doMock('../../src/codec/shapes.ts', async (original: () => Promise<object>) => ({
  ...(await original()),
  USES_TO_SHIFT: 4,
}))
