/** Runs the module whose address is asked for, such as one of a package's own tests; its outcome is plain data. */

const asked = new URLSearchParams(location.search)

globalThis.result = import(String(asked.get('module'))).then((module) => module.default(asked))
