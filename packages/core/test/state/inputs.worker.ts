import { parentPort, workerData } from 'node:worker_threads'
import { bool, f32, struct, u8 } from '../../src/schema/index.ts'
import { inputs } from '../../src/state/index.ts'

const { offer } = workerData
const keys = inputs(struct({ x: f32, fire: bool, gear: u8, aim: struct({ y: f32 }) })).attach(offer)
let [pressed, released, last] = [0, 0, -1]
while (await keys.changed()) {
  keys.take()
  pressed += keys.pressed('fire')
  released += keys.released('fire')
  last = keys.value!.x
}
parentPort!.postMessage({ pressed, released, last })
