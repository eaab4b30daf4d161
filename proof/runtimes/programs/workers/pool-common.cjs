/** A worker's module in CommonJS, whose export is a function. */

module.exports = (value) => `common ${value}`
