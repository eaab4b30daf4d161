// @ts-nocheck: it is run as it stands.
export default [{ rules: { 'no-debugger': 'error', 'prefer-const': 'warn' } }]
