/** Ends its thread before it is loaded. */

process.exit(5)
