'use strict'
module.exports = (value) => `${value}!`
