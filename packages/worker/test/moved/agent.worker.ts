/** An `Agent` in a worker, with the ports of the kind that its workerData names. */

import * as native from 'node:worker_threads'
import * as ours from '@slipring/worker'
import { Agent, type Deed, type End, type Receive, settle } from './agent.ts'

export type Order =
  | { readonly order: 'link'; readonly link: End }
  | { readonly order: 'hold'; readonly id: string; readonly end: End }
  | { readonly order: 'do'; readonly id: string; readonly deed: Deed }
  | { readonly order: 'move'; readonly id: string; readonly to: 'main' | 'other' }
  | { readonly order: 'settle' }

export type Report =
  | { readonly report: 'log'; readonly id: string; readonly entry: string }
  | { readonly report: 'done' }
  | { readonly report: 'held' }
  | { readonly report: 'moved'; readonly id: string; readonly end: End }

const threads = (native.workerData === 'native' ? native : ours) as typeof native
const parent = threads.parentPort!
const tell = (report: Report, transfer: readonly End[] = []): void =>
  parent.postMessage(report, transfer as readonly native.MessagePort[])
const agent = new Agent(threads.receiveMessageOnPort as Receive, (id, entry) => tell({ report: 'log', id, entry }))
let link: End | undefined

const obey = async (order: Order): Promise<void> => {
  if (order.order === 'link') {
    link = order.link
    link.on('message', ({ id, end }: { id: string; end: End }) => {
      agent.hold(id, end)
      tell({ report: 'held' })
    })
  } else if (order.order === 'hold') {
    agent.hold(order.id, order.end)
    tell({ report: 'held' })
  } else if (order.order === 'do') agent.do(order.id, order.deed)
  else if (order.order === 'settle') await settle()
  else {
    const { id, to } = order
    const end = agent.release(id)
    if (to === 'main') tell({ report: 'moved', id, end }, [end])
    else link!.postMessage({ id, end }, [end as native.MessagePort])
  }
  tell({ report: 'done' })
}
parent.on('message', (order: Order) => void obey(order))
