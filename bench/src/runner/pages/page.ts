/** The page: starts the worker of a case, and hands its answers on. */

import type { Answer, CaseTask } from '../case-task.ts'

interface CaseWorker {
  onmessage: (event: { readonly data: Answer }) => void
  onerror: (event: { readonly message?: string }) => void
  postMessage(task: CaseTask): void
  terminate(): void
}

declare const Worker: new (script: string, options: { type: 'module' }) => CaseWorker

declare global {
  // The runner's own function, exposed to the page.
  var takeAnswer: (answer: unknown) => Promise<void>
  var runCaseHere: (script: string, task: CaseTask) => Promise<void>
}

globalThis.runCaseHere = async (script, task) => {
  const worker = new Worker(script, { type: 'module' })
  const handedOn: Promise<void>[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message ?? 'the script of the case cannot be loaded'))
      worker.onmessage = ({ data }) => {
        handedOn.push(globalThis.takeAnswer(plain(data)))
        if (data.kind !== 'turn') resolve()
      }
      worker.postMessage(task)
    })
    await Promise.all(handedOn)
  } finally {
    worker.terminate()
  }
}

/** As JSON carries it. */
function plain(answer: Answer): unknown {
  return answer.kind === 'turn' ? { ...answer, turn: { ...answer.turn, samples: [...answer.turn.samples] } } : answer
}
