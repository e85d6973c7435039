// Turns a copied store into a store of its own before a service starts on it.

import type { Store } from './store.ts'

/** Rejects when the copy is incomplete: missing licenses would be refused, and missing usage would be counted from
 * zero. */
export const adoptCopy = async ({ copies }: Pick<Store, 'copies'>): Promise<void> => {
  const mark = await copies.mark()
  if (mark === undefined) return
  if (mark.finishedAt === null) {
    throw new Error('The store is an incomplete copy. Run central-api migrate to its end first')
  }
  await copies.setMark(undefined)
}
