/** The second argument of `postMessage`, in both of the platform's forms. */

export type Transfer = readonly object[] | { readonly transfer?: readonly object[] }

export function transferListOf(transfer: Transfer | undefined): readonly object[] | undefined {
  return transfer === undefined || isList(transfer) ? transfer : transfer.transfer
}

function isList(transfer: Transfer): transfer is readonly object[] {
  return Array.isArray(transfer)
}
