/** Where cases run: in threads of this process, or in a browser. */

import type { Answer, CaseTask } from './case-task.ts'

export interface Place {
  /** Of a browser; empty: here. */
  readonly name: string
  readonly versions: Readonly<Record<string, string>>
  /** Runs a task in a thread of its own. Rejects when it throws, dies or does not end. */
  run(task: CaseTask, limitMs: number, onAnswer: (answer: Answer) => void): Promise<void>
  close(): Promise<void>
}
