// What a URL that an operator or a client names stands for: the platform's URL.

import { MEDIA_PREFIX, type MediaKeys } from './media-key.ts'

/** A URL of this service's images stands for the image at its platform; any other URL stands for itself. */
export const subjectUrl = (keys: Pick<MediaKeys, 'open'>, { href, pathname }: URL): string => {
  const [folder, sealed = ''] = pathname.split('/').slice(-2)
  return (`/${folder}` === MEDIA_PREFIX && keys.open(sealed)?.url) || href
}
