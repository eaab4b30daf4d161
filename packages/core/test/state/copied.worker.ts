/** Reads a state until its end, and posts the ticks that it has seen. */

import { parentPort, workerData } from 'node:worker_threads'
import { columns, f32, string, struct, u32 } from '../../src/schema/index.ts'
import { attachState, type StateOffer } from '../../src/state/index.ts'

const World = struct({ tick: u32, title: string, points: columns(struct({ x: f32 }), 8) })
const reader = attachState(World, workerData as StateOffer)
parentPort!.postMessage('attached')
const ticks: number[] = []
while (await reader.changed()) ticks.push(reader.latest()!.tick)
parentPort!.postMessage(ticks)
