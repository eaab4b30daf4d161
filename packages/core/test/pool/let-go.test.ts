/** Tasks that are cancelled while they wait. */

import { describe, expect, test, vi } from 'vitest'
import { Homes, withdrawOwn } from '../../src/pool/homes.ts'
import { Member } from '../../src/pool/member.ts'
import { OrderedQueue } from '../../src/pool/ordered-queue.ts'
import { fifo, type TaskQueue } from '../../src/pool/task-queue.ts'
import { Task } from '../../src/pool/task.ts'
import { WaitingTasks } from '../../src/pool/waiting-tasks.ts'

const TASKS = 1000
const LEFT = [300, 301, 600]
const PRIORITIES = 3

function tasksOf(): Task[] {
  return Array.from({ length: TASKS }, (_, value) => {
    const task = new Task(value, undefined, undefined, 0)
    task.place = { key: undefined, priority: value % PRIORITIES, home: undefined, isOnly: false }
    return task
  })
}

/** Cancels all but those that are left, the last ones first: each is withdrawn, and settled after that. */
function cancelOthers(tasks: readonly Task[], withdraw: (task: Task) => void): void {
  for (const task of tasks.toReversed()) {
    if (LEFT.includes(task.value as number)) continue
    withdraw(task)
    task.isSettled = true
  }
}

/** All that the queue still has, in its order. */
function allOf(queue: { shift(): Task | undefined }): Task[] {
  const all: Task[] = []
  for (let task = queue.shift(); task !== undefined; task = queue.shift()) all.push(task)
  return all
}

/** Of those that still wait. */
function valuesOf(tasks: readonly Task[]): unknown[] {
  return tasks.filter((task) => !task.isSettled).map(({ value }) => value)
}

describe('a task that is cancelled while it waits is let go before a worker takes its place', () => {
  test.each([
    ['in the order of the calls', fifo() as TaskQueue<Task>, LEFT],
    ['in the order of the priorities', new OrderedQueue<Task>() as TaskQueue<Task>, [301, 300, 600]],
  ])('%s', (_, queue, expected) => {
    const waiting = new WaitingTasks(queue)
    const tasks = tasksOf()
    for (const task of tasks) waiting.add(task)
    const add = vi.spyOn(queue, 'add')
    cancelOthers(tasks, (task) => waiting.withdraw(task))
    expect(waiting.length).toBe(LEFT.length)
    expect(add.mock.calls.length, 'about one step for each').toBeLessThan(2 * TASKS)
    const all = allOf(queue)
    expect(all.length).toBeLessThan(2 * LEFT.length)
    expect(valuesOf(all)).toEqual(expected)
  })

  test('for one worker alone', () => {
    const member = new Member(1, false, 1, 0)
    const homes = new Homes({
      concurrency: 1,
      send: () => expect.unreachable('the worker may have no task yet'),
      mostBeside: () => Infinity,
      living: () => [member],
      onBusy: () => {},
    })
    const tasks = tasksOf()
    for (const task of tasks) homes.add(member, task)
    cancelOthers(tasks, (task) => withdrawOwn(member, task))
    expect(member.ownWaiting).toBe(LEFT.length)
    const all = allOf(member.own!)
    expect(all.length).toBeLessThan(2 * LEFT.length)
    expect(valuesOf(all)).toEqual([301, 300, 600])
  })

  test('the last one leaves nothing behind, and the next task is the next', () => {
    const queue = fifo() as TaskQueue<Task>
    const waiting = new WaitingTasks(queue)
    const [cancelled, next] = tasksOf() as [Task, Task]
    waiting.add(cancelled)
    waiting.withdraw(cancelled)
    cancelled.isSettled = true
    expect(queue.length).toBe(0)
    waiting.add(next)
    expect([waiting.length, waiting.next(), waiting.next(), waiting.length]).toEqual([1, next, undefined, 0])
  })
})
