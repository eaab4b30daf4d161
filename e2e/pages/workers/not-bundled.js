/** As a bundler leaves it that knows no such file: what this imports is found nowhere. */

import 'a-package-that-nobody-has'
