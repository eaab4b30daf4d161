/** Counts up to the page while the page counts up to it. */

import { parent } from '../parent.js'

parent.onmessage = ({ data: { count } }) => {
  let wrong = 0
  let received = 0
  parent.onmessage = ({ data }) => {
    if (data.number !== received++ || data.text !== `to the worker ${data.number}`) wrong++
    if (received === count) parent.postMessage({ received, wrong })
  }
  for (let number = 0; number < count; number++) parent.postMessage({ number, text: `to the page ${number}` })
}
