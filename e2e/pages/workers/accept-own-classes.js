/** Accepts a connection with classes of the program, and answers on it. */

import { accept } from '@slipring/browser'
import { codec, nameOf } from '../own-classes.js'

const port = await accept({ codec })
port.onmessage = ({ data }) => port.postMessage({ seen: nameOf(data), data })
