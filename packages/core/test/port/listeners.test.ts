import { getEventListeners } from 'node:events'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import { Listeners } from '../../src/port/listeners.ts'
import { PortEventTarget } from '../../src/port/port-event-target.ts'

class Target extends PortEventTarget {
  readonly reported: unknown[]
  constructor() {
    const reported: unknown[] = []
    super({ reportError: (error) => reported.push(error) })
    this.reported = reported
  }
  override start(): void {}
  override close(): void {}
  send(data: unknown): void {
    this.messageListeners.deliver(data, undefined)
  }
  isForgotten(type: string): boolean {
    return this.listenersOf(type) !== this.listenersOf(type)
  }
}

type Listen = (event: MessageEvent) => void

/** A script over any event target; `send` gives it a message. Its log must be the same for our targets and the platform's. */
type Script = (target: EventTarget, send: (data: unknown) => void, log: (line: unknown) => void) => void

const scripts: Record<string, Script> = {
  'listeners run in the order in which they were added': (target, send, log) => {
    for (const name of ['a', 'b', 'c']) target.addEventListener('message', () => log(name))
    send(1)
  },
  'a listener that is there already is not added again': (target, send, log) => {
    const listener = (): void => log('called')
    target.addEventListener('message', listener)
    target.addEventListener('message', listener, { once: true })
    send(1)
    send(2)
  },
  once: (target, send, log) => {
    target.addEventListener('message', (event) => log((event as MessageEvent).data), { once: true })
    send(1)
    send(2)
  },
  'a listener of once is gone before it runs': (target, send, log) => {
    let depth = 0
    const listener = (): void => {
      log(++depth)
      if (depth < 3) send('inner')
    }
    target.addEventListener('message', listener, { once: true })
    send('outer')
  },
  'one that is removed while another runs is not called': (target, send, log) => {
    const second = (): void => log('second')
    target.addEventListener('message', () => {
      log('first')
      target.removeEventListener('message', second)
    })
    target.addEventListener('message', second)
    send(1)
  },
  'one that is added while another runs waits for the next message': (target, send, log) => {
    target.addEventListener(
      'message',
      () => {
        log('first')
        target.addEventListener('message', () => log('second'))
      },
      { once: true },
    )
    send(1)
    send(2)
  },
  'an object with handleEvent, which may be set later': (target, send, log) => {
    const object = { handleEvent: (event: Event): void => log((event as MessageEvent).data) }
    target.addEventListener('message', object)
    send(1)
    object.handleEvent = () => log('another')
    send(2)
  },
  this: (target, send, log) => {
    const object = {
      handleEvent(): void {
        log(this === object)
      },
    }
    target.addEventListener('message', object)
    target.addEventListener('message', function (this: unknown) {
      log(this === target)
    })
    send(1)
  },
  'a signal removes, and one that is aborted already keeps out': (target, send, log) => {
    const controller = new AbortController()
    target.addEventListener('message', () => log('called'), { signal: controller.signal })
    send(1)
    controller.abort()
    send(2)
    target.addEventListener('message', () => log('never'), { signal: controller.signal })
    send(3)
  },
  'stopImmediatePropagation keeps it from the others, stopPropagation does not': (target, send, log) => {
    target.addEventListener('message', (event) => {
      event.stopPropagation()
      log(event.cancelBubble)
    })
    target.addEventListener('message', (event) => {
      log('second')
      if ((event as MessageEvent).data === 'stop') event.stopImmediatePropagation()
    })
    target.addEventListener('message', () => log('third'))
    send('go on')
    send('stop')
  },
  'the event': (target, send, log) => {
    let kept: MessageEvent | undefined
    const look = (event: MessageEvent): void => {
      log(event instanceof MessageEvent && event instanceof Event)
      log([event.target === target, event.srcElement === target, event.currentTarget === target, event.eventPhase])
      log(event.composedPath().map((each) => each === target))
      log([event.type, event.data, event.origin, event.lastEventId, event.source, event.ports])
      log([event.bubbles, event.cancelable, event.composed, event.returnValue, event.cancelBubble])
      event.preventDefault()
      log([event.defaultPrevented, String(event), event.constructor.name])
      log([event.timeStamp >= 0, event.timeStamp <= performance.now()])
      kept = event
    }
    target.addEventListener('message', look as (event: Event) => void)
    send({ some: 'data' })
    log([kept!.target === target, kept!.currentTarget, kept!.eventPhase, kept!.composedPath()])
    log([kept!.timeStamp === kept!.timeStamp, typeof inspect(kept)])
  },
  'all properties of an event': (target, send, log) => {
    target.addEventListener('message', (event) => {
      const names: string[] = []
      for (const name in event) names.push(name)
      for (const name of names.toSorted()) log([name, typeof event[name as keyof Event]])
    })
    send(1)
  },
  'all listeners get the same event': (target, send, log) => {
    const seen = new Set<Event>()
    for (let i = 0; i < 3; i++) target.addEventListener('message', (event) => void seen.add(event), i === 1)
    send(1)
    log(seen.size)
  },
  'null is no listener': (target, send, log) => {
    target.addEventListener('message', null)
    target.removeEventListener('message', null)
    send(1)
    log('sent')
  },
  'an event that the application dispatches': (target, _send, log) => {
    target.addEventListener('message', (event) => log([(event as MessageEvent).data, event.target === target]))
    target.addEventListener('message', (event) => event.stopImmediatePropagation(), { once: true })
    target.addEventListener('message', () => log('behind it'))
    const event = new MessageEvent('message', { data: 'own', cancelable: true })
    target.addEventListener('message', (each) => each.preventDefault())
    log(target.dispatchEvent(event))
    log(target.dispatchEvent(new MessageEvent('message', { data: 'second' })))
    log(target.dispatchEvent(event))
    log(Object.hasOwn(event, 'stopImmediatePropagation'))
  },
}

describe.each(Object.entries(scripts))('%s', (_, script) => {
  test('as with an EventTarget of the platform', () => {
    const ours = new Target()
    const native = new EventTarget()
    const logs: [unknown[], unknown[]] = [[], []]
    script(
      ours as unknown as EventTarget,
      (data) => ours.send(data),
      (line) => logs[0].push(line),
    )
    script(
      native,
      (data) => native.dispatchEvent(new MessageEvent('message', { data })),
      (line) => logs[1].push(line),
    )
    expect(logs[0]).toEqual(logs[1])
    expect(logs[0]).not.toEqual([])
  })
})

describe('differences to an EventTarget of Node', () => {
  let target: Target
  let seen: unknown[]
  beforeEach(() => {
    target = new Target()
    seen = []
  })

  test('listeners of the capture phase run first, as in browsers', () => {
    target.addEventListener('message', () => seen.push('bubble'))
    target.addEventListener('message', () => seen.push('capture'), { capture: true })
    target.addEventListener('message', () => seen.push('capture too'), true)
    target.send(1)
    expect(seen).toEqual(['capture', 'capture too', 'bubble'])
  })

  test('a listener is another one for the capture phase', () => {
    const listener: Listen = (event) => seen.push(event.data)
    target.addEventListener('message', listener, true)
    target.addEventListener('message', listener)
    target.removeEventListener('message', listener, { capture: true })
    target.send(1)
    target.removeEventListener('message', listener, true)
    target.send(2)
    target.removeEventListener('message', listener)
    target.send(3)
    expect(seen).toEqual([1, 2])
  })

  test('an error of a listener is reported, and the other listeners are called', () => {
    target.addEventListener('message', () => {
      throw new RangeError('mine')
    })
    target.addEventListener('message', () => seen.push('second'))
    target.send(1)
    expect(seen).toEqual(['second'])
    expect(target.reported).toEqual([new RangeError('mine')])
  })

  test('a new handler takes the place of the old one in the order; null gives the place up', () => {
    target.onmessage = () => seen.push('old')
    target.addEventListener('message', () => seen.push('listener'))
    target.onmessage = () => seen.push('new')
    target.send(1)
    expect(seen.splice(0)).toEqual(['new', 'listener'])
    target.onmessage = null
    target.onmessage = () => seen.push('late')
    target.send(2)
    expect(seen).toEqual(['listener', 'late'])
  })

  test('a function may be handler and listener at once', () => {
    const both: Listen = (event) => seen.push(event.data)
    target.onmessage = both
    target.addEventListener('message', both)
    target.send(1)
    expect(seen).toEqual([1, 1])
    target.removeEventListener('message', both)
    target.send(2)
    expect(seen).toEqual([1, 1, 2])
    expect(target.onmessage).toBe(both)
  })

  test('a value that cannot be a handler is none', () => {
    target.onmessage = 5 as never
    expect(target.onmessage).toBe(null)
    target.send(1)
    expect(target.reported).toEqual([])
  })

  test('an object in the handler attribute stays there and is not called', () => {
    const object = { handleEvent: () => seen.push('called') }
    target.onmessage = object as never
    expect(target.onmessage).toBe(object)
    target.send(1)
    expect(seen).toEqual([])
    target.addEventListener('message', object)
    target.send(2)
    expect(seen).toEqual(['called'])
    expect(target.reported).toEqual([])
  })

  test('data that is undefined stays so', () => {
    target.addEventListener('message', (event: MessageEvent) => seen.push(event.data))
    target.send(undefined)
    expect(seen).toEqual([undefined])
  })

  test('an event can be made again by its constructor', () => {
    target.addEventListener('message', (event: MessageEvent) => {
      const { constructor } = event as unknown as { constructor: typeof MessageEvent }
      seen.push(new constructor(event.type, event as unknown as MessageEventInit).data)
    })
    target.send('once more')
    expect(seen).toEqual(['once more'])
  })
})

test('bare listeners get the value, in one order with the others, and no event is made for them', () => {
  const seen: unknown[] = []
  const heard: boolean[] = []
  const onHeard = (isHeard: boolean): void => void heard.push(isHeard)
  const listeners = new Listeners({ target: {}, reportError: () => {}, onHeard })
  const bare = (value: unknown): void => void seen.push(value)
  listeners.add(bare, undefined, true)
  listeners.add((event: MessageEvent) => seen.push(event.type), undefined, false)
  listeners.add((value: unknown) => seen.push([value]), { once: true }, true)
  listeners.deliver(7, undefined)
  expect(seen).toEqual([7, 'message', [7]])
  expect(listeners.count).toBe(2)
  listeners.removeAll()
  expect(listeners.isEmpty).toBe(true)
  expect(heard).toEqual([true, false])
})

test('types that nobody listens for any more are forgotten: a program may make up ever new ones', () => {
  const target = new Target()
  const heard: unknown[] = []
  const listener = (event: { readonly type: string }): void => void heard.push(event.type)
  target.addEventListener('reply:1', listener, { once: true })
  target.addEventListener('reply:2', listener)
  target.removeEventListener('reply:3', listener)
  target.dispatchEvent(new Event('reply:1'))
  target.dispatchEvent(new Event('reply:2'))
  expect(['reply:1', 'reply:2', 'reply:3'].map((type) => target.isForgotten(type))).toEqual([true, false, true])
  target.onclose = null
  target.addEventListener('reply:4', listener, { signal: AbortSignal.abort() })
  expect(['close', 'reply:4'].map((type) => target.isForgotten(type))).toEqual([true, true])
  target.removeEventListener('reply:2', listener)
  target.dispatchEvent(new Event('reply:2'))
  target.addEventListener('reply:2', listener)
  target.dispatchEvent(new Event('reply:2'))
  expect(heard).toEqual(['reply:1', 'reply:2', 'reply:2'])
})

test('the list of ports of an event cannot be changed, as on the platform', () => {
  const listeners = new Listeners({ target: {}, reportError: () => {}, onHeard: () => {} })
  const events: MessageEvent[] = []
  listeners.add((event) => void events.push(event as unknown as MessageEvent), undefined, false)
  const ports = [{}]
  listeners.deliver(1, ports)
  listeners.deliver(2, undefined)
  expect(events.map((event) => event.ports)).toEqual([ports, []])
  expect(events.every((event) => Object.isFrozen(event.ports))).toBe(true)
})

describe('a signal that outlives what it was given for', () => {
  const { signal } = new AbortController()
  const held = (): number => getEventListeners(signal, 'abort').length

  test('holds no listener that was removed, or was for one message only', () => {
    const target = new Target()
    const listener = (): void => target.close()
    target.addEventListener('message', listener, { signal })
    expect(held()).toBe(1)
    target.removeEventListener('message', listener)
    target.addEventListener('message', listener, { once: true, signal })
    target.send(1)
    expect(held()).toBe(0)
  })

  test('does not hold the port', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const dropped = (() => {
      const target = new Target()
      target.addEventListener('message', () => target.send(1), { signal })
      return new WeakRef(target)
    })()
    await expect.poll(() => (collect(), dropped.deref() === undefined), { timeout: 10_000 }).toBe(true)
  })
})
