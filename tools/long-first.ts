/** The order of test files: of a project's files the long ones come first. One that starts last leaves the other cores idle. */

import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longTests } from './short-run.mjs'

const long = new Set(longTests.map((file) => fileURLToPath(new URL(`../${file}`, import.meta.url))))

const rankOf = ({ moduleId }: TestSpecification): number => (long.has(moduleId) ? 0 : 1)

/** Vitest goes by the times of an earlier run, and on a fresh clone by the size of the file. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is no array's method
    const sorted = await super.sort(files)
    const projects = new Set(sorted.map(({ project }) => project))
    return [...projects].flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => rankOf(a) - rankOf(b)),
    )
  }
}
