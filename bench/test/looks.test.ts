import { expect, test } from 'vitest'
import type { Codec } from '../src/codec/codec.ts'
import { lookAt } from '../src/schema/looks.ts'
import { schemaNames } from '../src/schema/schemas.ts'
import { create } from '../src/schema/systems/slipring.ts'
import { inputsOf } from '../src/workload.ts'
import { workloadNamed } from '../src/workloads.ts'

// Here and not before it is measured: code that has seen both objects and views is slower with either.
test.each(schemaNames)('a view of %s shows the numbers of the value', (workload) => {
  const codec = create(new SharedArrayBuffer(1 << 20), workload) as Codec
  const look = lookAt(workload)
  for (const input of inputsOf(workloadNamed(workload))) {
    expect(look(codec.view!(0, codec.encode(input, 0)))).toBe(look(input))
  }
})
