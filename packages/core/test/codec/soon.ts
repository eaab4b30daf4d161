/**
 * Imported first by a test file, this makes generated code join soon: a shape has its functions after 4 uses and a task, or after
 * 16 uses, instead of 2,000 and 8,000. `second-gear.test.ts` has the real numbers.
 */
import { vi } from 'vitest'

vi.doMock('../../src/codec/shapes.ts', async (original: () => Promise<object>) => ({
  ...(await original()),
  USES_TO_SHIFT: 4,
}))
