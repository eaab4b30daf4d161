/** Runs the case that the address names; its outcome is plain data for the test. */

const name = new URLSearchParams(location.search).get('case')

globalThis.result = import(`./cases/${name}.js`).then((module) => module.default())
