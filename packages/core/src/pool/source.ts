/// <reference lib="esnext.disposable" preserve="true" />
/** A source of a task: an async iterable, or a stream of the platform. */

/** A `ReadableStream`, as far as it is used here. */
interface Readable {
  getReader(): { read(): Promise<IteratorResult<unknown>>; cancel(): Promise<void> }
  cancel(): Promise<void>
}

export type Source = (AsyncIterable<unknown> | Readable) & { [Symbol.asyncDispose]?: unknown }

export function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || isReadable(value))
}

// By its methods: the browsers do not agree on whether it can be iterated.
export function isReadable(value: object): value is Readable {
  return 'getReader' in value && typeof value.getReader === 'function'
}

export function iteratorOf(source: Source): AsyncIterator<unknown> {
  if (!isReadable(source)) return source[Symbol.asyncIterator]()
  const reader = source.getReader()
  const leave = async (): Promise<IteratorResult<unknown>> => {
    await reader.cancel()
    return { value: undefined, done: true }
  }
  return { next: () => reader.read(), return: leave }
}

/** Some sources hold something before they are read, such as a file. */
export async function disposeUnread(source: Source): Promise<void> {
  const dispose = source[Symbol.asyncDispose]
  await (typeof dispose === 'function' ? dispose.call(source) : iteratorOf(source).return?.())
}
