/** Cannot be loaded. */

throw new RangeError('not today')
