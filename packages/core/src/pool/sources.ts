/** Which parts of a task are sources: async iterables, and streams of the platform. */

import { bare } from '../bare.ts'
import { type FeedTail, Feeds } from './feeds.ts'
import type { FeedMessage, Place } from './messages.ts'
import { isReadable, isSource, type Source } from './source.ts'
import type { Transfer } from '../port/transfer.ts'
import type { Task } from './task.ts'

/** A list of more elements is looked at no further: it would cost as much as to send it. */
const MOST_ELEMENTS = 16

/** Takes the sources out of the value of a task. It is one itself, or has some as its properties or elements. */
export function takeSources(task: Task): void {
  const { value } = task
  if (typeof value !== 'object' || value === null) return
  const keys = keysOfSources(value)
  if (keys === undefined) return
  const moves = movedObjects(task)
  const found = keys.filter((key) => !moves.has(partOf(value, key)))
  if (found.length === 0) return
  const sources = found.map((key) => partOf(value, key) as Source)
  const places = found.map((key, index): Place => [key, isReadable(sources[index]!)])
  task.value = found[0] === undefined ? undefined : withoutParts(value, found as string[])
  task.feeds = new Feeds(sources, (tail, transfer) => post(task, tail, transfer))
  // Another run would have what this one has left.
  task.retries = 0
  task.more = [task.more?.[0] ?? 0, 1, places]
}

/** Whether it is one, or has some as its properties or elements. */
export function hasSources(value: unknown): boolean {
  return typeof value === 'object' && value !== null && keysOfSources(value) !== undefined
}

function post({ member, number }: Task, tail: FeedTail, transfer: Transfer | undefined): void {
  const message = [-number, ...tail] satisfies FeedMessage
  if (transfer === undefined) member?.thread.postMessage(message)
  else member?.thread.postMessage(message, transfer)
}

/** Undefined as a key: the value itself. */
function keysOfSources(value: object): (string | undefined)[] | undefined {
  try {
    if (isSource(value)) return [undefined]
    if (Array.isArray(value) ? value.length > MOST_ELEMENTS : !isPlain(value)) return undefined
    let keys: string[] | undefined
    for (const key in value) if (isSource(value[key as keyof typeof value])) (keys ??= []).push(key)
    return keys
  } catch {
    // A getter of the program has failed: it will again as the task is encoded.
    return undefined
  }
}

// Of any realm: its prototype has none, or it has none itself.
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function partOf(value: object, key: string | undefined): unknown {
  return key === undefined ? value : value[key as keyof typeof value]
}

function movedObjects({ transfer }: Task): ReadonlySet<unknown> {
  if (transfer === undefined) return new Set()
  return new Set(Symbol.iterator in transfer ? transfer : transfer.transfer)
}

function withoutParts(value: object, keys: readonly string[]): object {
  const rest: object = Array.isArray(value) ? value.slice() : { ...value }
  const none = bare({ value: undefined, enumerable: true, configurable: true, writable: true })
  for (const key of keys) Object.defineProperty(rest, key, none)
  return rest
}
