// @ts-nocheck: it is run as it stands.
import { runAsWorker } from 'synckit'

runAsWorker(async (number) => {
  if (typeof number !== 'number') throw new TypeError(`${number} is none`)
  return { twice: number * 2 }
})
