'use strict'
exports.square = (value) => value * value
exports.cube = async (value) => value ** 3
