/** Whether anything holds this thread, which must have nothing else to do. */
export function tellOfHold(tell: (isHeld: boolean) => void): void {
  process.once('beforeExit', () => tell(false))
  // They hold nothing themselves: a thread that is free has ended long before the last.
  let ticks = 0
  const tick = setInterval(() => {
    if (++ticks < 20) return
    clearInterval(tick)
    tell(true)
  }, 5).unref()
}
