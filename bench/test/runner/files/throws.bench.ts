throw new RangeError('this file cannot be loaded')
