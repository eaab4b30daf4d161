/** Finds links of the built site that lead nowhere: no such file, or no such place in its page. */

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface DeadLink {
  readonly page: string
  readonly link: string
}

/** Links to other sites are not followed. */
export function deadLinksIn(folder: string): DeadLink[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  const anchors = new Map(names.map((name) => [name, anchorsOf(readFileSync(join(folder, name), 'utf8'))]))
  return names.flatMap((page) => {
    const links = linksOf(readFileSync(join(folder, page), 'utf8'))
    return links.filter((link) => !leadsSomewhere(page, link)).map((link) => ({ page, link }))
  })

  function leadsSomewhere(page: string, link: string): boolean {
    const [path = '', anchor] = decodeURI(link.replaceAll('&amp;', '&')).split('#')
    const place = path.replace(/\?.*$/, '')
    const target = place === '' ? page : place.startsWith('/') ? place.slice(1) : join(dirname(page), place)
    const name = target === '' || target.endsWith('/') ? `${target}index.html` : target
    if (!existsSync(join(folder, name))) return false
    return anchor === undefined || anchor === '' || anchors.get(relative('', name))?.has(anchor) !== false
  }
}

function linksOf(html: string): string[] {
  const links = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link!)
  return [...new Set(links)].filter((link) => link !== '' && !/^[a-z]+:|^\/\//.test(link))
}

function anchorsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => id!))
}
