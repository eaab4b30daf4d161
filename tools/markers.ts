/** Text between two markers of a Markdown file, replaced by a program. */

/**
 * `document` with what stands between `<!-- name -->` and `<!-- /name -->` replaced.
 *
 * @throws RangeError when the markers are not there, once each and in this order.
 */
export function replaceBetween(document: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const from = document.indexOf(start)
  const to = document.indexOf(end)
  const isOnce = from === document.lastIndexOf(start) && to === document.lastIndexOf(end)
  if (from === -1 || to < from || !isOnce)
    throw new RangeError(`Cannot write: no single ${start} … ${end} in the document`)
  return `${document.slice(0, from + start.length)}\n\n${text.trim()}\n\n${document.slice(to)}`
}
