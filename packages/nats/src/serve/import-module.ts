/** How a thread loads the module of the tasks. */

/**
 * In a bundle this module is a `data:` URL with the text of the thread's whole script. An error says from where a module is
 * imported that cannot be found, so there a short URL imports it.
 */
const IMPORTER = 'data:text/javascript,export default (url) => import(url)'

type ImportModule = (url: string) => Promise<object>

export const importModule: ImportModule = import.meta.url.startsWith('data:')
  ? ((await import(IMPORTER)) as { default: ImportModule }).default
  : (url) => import(url) as Promise<object>
