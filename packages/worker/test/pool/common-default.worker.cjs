'use strict'

/** @param {string} value */
module.exports = (value) => `${value}!`
