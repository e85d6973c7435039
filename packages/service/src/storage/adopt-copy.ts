// What a service does before it serves from a store that was made as a copy: from then on the copy is a store of its own.

import type { Store } from './store.ts'

/** Rejects where the copy is not whole: what it lacks would be refused, and be counted anew. */
export const adoptCopy = async ({ copies }: Pick<Store, 'copies'>): Promise<void> => {
  const mark = await copies.mark()
  if (mark === undefined) return
  if (mark.finishedAt === null) {
    throw new Error('The store is a copy that is not whole yet: let central-api migrate run to its end first')
  }
  await copies.setMark(undefined)
}
