// @ts-nocheck: it is run as it stands.
import { ThreadWorker } from 'poolifier'
import add, { fail, fill, later } from './tasks.worker.mjs'

export default new ThreadWorker({ add, fail, later, fill })
