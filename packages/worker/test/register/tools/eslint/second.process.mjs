// @ts-nocheck: it is linted as it stands.
// oxlint-disable
let second = 2
export { second }
debugger
