'use strict'

/** @param {number} value */
exports.square = (value) => value * value

/** @param {number} value */
exports.cube = async (value) => value ** 3
