// Where copies of images are kept, unless an operator says where: beside the store, if that is a file.

import { dirname, join, resolve } from 'node:path'
import { storeFile } from '../storage/address/store-address.ts'

/** undefined if the service keeps no copies of images. */
export const mediaFolder = ({
  mediaDir,
  databaseUrl,
}: {
  readonly mediaDir: string
  readonly databaseUrl: string
}): string | undefined => {
  if (mediaDir !== '') return resolve(mediaDir)
  const file = storeFile(databaseUrl)
  return file === undefined ? undefined : join(dirname(resolve(file)), 'media')
}
