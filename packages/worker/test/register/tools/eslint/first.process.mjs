// @ts-nocheck: it is linted as it stands.
// oxlint-disable
let first = 1
debugger
export { first }
