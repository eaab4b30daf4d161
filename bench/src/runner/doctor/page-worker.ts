/** The other end of the ring that is checked, in a browser. */

import { parentPort } from '@slipring/browser'

parentPort!.onmessage = ({ data }: { readonly data: unknown }): void => parentPort!.postMessage(data)
