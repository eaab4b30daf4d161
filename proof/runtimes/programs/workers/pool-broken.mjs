/** Cannot be loaded. */

throw new RangeError('broken')
