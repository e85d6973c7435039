// Whether a URL points to an existing store. Creates nothing.

import { storeFile } from './address/store-address.ts'

/** True also when that cannot be determined: opening the store then reports why. */
export const hasStore = async (url: string): Promise<boolean> => {
  const file = storeFile(url)
  if (file !== undefined) {
    const { hasTables } = await import('./sqlite/probe-file.ts')
    return hasTables(file)
  }
  const { hasTables } = await import('./postgres/database.ts')
  return hasTables(url)
}
