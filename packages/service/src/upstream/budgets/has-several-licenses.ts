// Whether licenses share the small budgets at all: with a single license, a reserve for the others would stay unused.

import type { Store } from '../../storage/store.ts'

/** A license that was created elsewhere is known after this time. */
const KNOWN_MS = 60_000

export type HasSeveralLicensesOptions = {
  readonly licenses: Pick<Store['licenses'], 'list'>
  readonly now: () => number
}

/** Whether there are two active live licenses or more. Licenses in test mode scan the sandbox only. If the store fails, the
 * answer is yes, since a reserve does no harm. */
export const createHasSeveralLicenses = ({ licenses, now }: HasSeveralLicensesOptions): (() => Promise<boolean>) => {
  let known: { readonly at: number; readonly isSo: Promise<boolean> } | undefined
  const ask = async (): Promise<boolean> => {
    const filter = { mode: 'live', status: { is: 'active', at: Math.floor(now()) } } as const
    try {
      return (await licenses.list({ limit: 2, filter })).licenses.length > 1
    } catch {
      known = undefined
      return true
    }
  }
  return () => {
    if (known === undefined || Math.abs(now() - known.at) >= KNOWN_MS) known = { at: now(), isSo: ask() }
    return known.isSo
  }
}
