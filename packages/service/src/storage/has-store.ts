// Whether there is a store where a URL leads, before anything is made there.

import { storeFile } from './address/store-address.ts'

/** True also where nobody can tell: who opens it is told why. */
export const hasStore = async (url: string): Promise<boolean> => {
  const file = storeFile(url)
  if (file !== undefined) {
    const { hasTables } = await import('./sqlite/look-into-file.ts')
    return hasTables(file)
  }
  const { hasTables } = await import('./postgres/database.ts')
  return hasTables(url)
}
