'use strict'

/** @param {number} value */
const double = (value) => value * 2

// A module may have to wait before it has its function.
module.exports = Promise.resolve(double)
