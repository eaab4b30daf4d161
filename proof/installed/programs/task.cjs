/** The task of `required.cjs`. */

module.exports = { twice: (value) => value * 2 }
