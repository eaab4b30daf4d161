/** Every kind of value goes to a worker and back, and must be what `structuredClone` gives; what it refuses, we refuse. */

import { cloneable, refused } from '../clone-values.js'
import { collect } from '../collect.js'
import { difference } from '../difference.js'
import { start } from '../start.js'
import { refusal } from '../refusal.js'

export default async function () {
  const worker = start('echo')
  const ready = collect(worker, 1)
  worker.postMessage('ready')
  await ready
  const wrong = []
  for (const [name, make] of Object.entries(cloneable)) {
    const echo = collect(worker, 1)
    worker.postMessage(make())
    const found = difference(structuredClone(make()), (await echo)[0])
    if (found !== undefined) wrong.push(`${name}: ${found}`)
  }
  for (const [name, make] of Object.entries(refused)) {
    const [theirs, ours] = [refusal(() => structuredClone(make())), refusal(() => worker.postMessage(make()))]
    if (theirs !== ours) wrong.push(`${name}: ${ours}, not ${theirs}`)
  }
  const echo = collect(worker, 1)
  worker.postMessage('after the refusals')
  return { wrong, last: await echo, mode: worker.port.mode }
}
