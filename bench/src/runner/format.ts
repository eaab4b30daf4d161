/** Numbers as people read them. */

export function nanosOf(nanos: number): string {
  // Rounding may reach the next unit.
  const rounded = Number(nanos.toPrecision(3))
  if (rounded < 1e3) return `${nanos.toPrecision(3)} ns`
  if (rounded < 1e6) return `${(rounded / 1e3).toPrecision(3)} µs`
  return rounded < 1e9 ? `${(rounded / 1e6).toPrecision(3)} ms` : `${(rounded / 1e9).toPrecision(3)} s`
}

/** Three digits, and no more than they mean. */
export function amountOf(amount: number): string {
  if (amount >= 1000) return Math.round(amount).toLocaleString('en-US')
  return amount === 0 ? '0' : String(Number(amount.toPrecision(3)))
}

export function ratioOf(ratio: number): string {
  if (ratio < 0.1) return `${ratio.toPrecision(2)}x`
  return `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1)}x`
}

export function rangeOf(
  { q1, q3 }: { readonly q1: number; readonly q3: number },
  format: (value: number) => string,
): string {
  return `${format(q1)} … ${format(q3)}`
}
