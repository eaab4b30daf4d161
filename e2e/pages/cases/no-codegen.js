/** A page that forbids to generate code, which is tried once and never where the program says so; a report tells of it. */

import { createChannel, attach, forbidCodegen } from '@slipring/browser'
import { collect, pause } from '../collect.js'

export default async function () {
  forbidCodegen()
  const forbidden = await reportsOfMessages()
  forbidCodegen(false)
  return { forbidden, allowed: await reportsOfMessages() }
}

async function reportsOfMessages() {
  let reports = 0
  const report = () => void reports++
  document.addEventListener('securitypolicyviolation', report)
  const { port, offer } = createChannel()
  const other = attach(offer)
  const count = 2000
  const messages = collect(other, count)
  other.start()
  for (let number = 0; number < count; number++) port.postMessage({ number, text: 'a text of a few words' })
  await messages
  await pause(100)
  document.removeEventListener('securitypolicyviolation', report)
  port.close()
  return reports
}
