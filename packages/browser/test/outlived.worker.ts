import { parentPort } from '@slipring/browser'
import type { Endpoint } from 'comlink'
import { serve } from '../../worker/test/comlink/outlived.ts'

const isNative = location.search === '?native'
serve(isNative ? (globalThis as unknown as Endpoint) : parentPort!)
