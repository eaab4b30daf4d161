/** Posts back what it gets. */

import { parent } from '../parent.js'

parent.onmessage = ({ data }) => parent.postMessage(data)
