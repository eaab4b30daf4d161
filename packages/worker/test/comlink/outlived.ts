/** A worker that outlives its Comlink proxies, in Node and in a page. */

import { type Endpoint, expose, releaseProxy, wrap } from 'comlink'

const LAST = 'another'

/** Its call is under way until the last plain message. */
interface Service {
  later(): Promise<string>
}

/** The worker's half. */
export function serve(port: Endpoint): void {
  let answer: ((text: string) => void) | undefined
  const service: Service = { later: () => new Promise((resolve) => (answer = resolve)) }
  expose(service, port)
  listen(port, (data) => {
    if (typeof data !== 'string') return
    if (data === LAST) answer?.('the call under way')
    port.postMessage(`${data} is answered`)
  })
}

/**
 * The answers to a call under way and to plain messages, once a proxy of the worker is released, or collected by `collect`. Or
 * the value of `ended`, if that comes first.
 */
export async function outlived(
  port: Endpoint,
  ended: Promise<unknown>,
  collect?: () => Promise<void>,
): Promise<unknown> {
  const releases: unknown[] = []
  // Comlink answers nothing else without a value here.
  listen(port, (data) => isAnswer(data) && data.value === undefined && releases.push(data))
  // Of a proxy that nobody holds.
  const underWay = wrap<Service>(port).later()
  if (collect === undefined) wrap(port)[releaseProxy]()
  const answers = async (): Promise<unknown[]> => {
    const first = await ask(port, 'a plain message')
    while (releases.length === 0) await (collect?.() ?? ask(port, 'one more'))
    return [first, await ask(port, LAST), await underWay]
  }
  return Promise.race([ended, answers()])
}

function ask(port: Endpoint, text: string): Promise<string> {
  port.postMessage(text)
  return new Promise((resolve) => listen(port, (data) => typeof data === 'string' && resolve(data)))
}

function isAnswer(data: unknown): data is { value: unknown } {
  return typeof data === 'object' && data !== null && 'id' in data && 'value' in data
}

function listen(port: Endpoint, hear: (data: unknown) => unknown): void {
  port.addEventListener('message', ((event: MessageEvent) => void hear(event.data)) as EventListener)
}
