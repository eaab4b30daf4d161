/** `@slipring/nats/serve` on a page: bundlers for browsers take this module in its place. */

export function serve(): Promise<never> {
  return Promise.reject(
    new TypeError('serve() needs the threads of Node, Bun or Deno: a page can call remotePool() only'),
  )
}
