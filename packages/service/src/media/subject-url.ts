// What a URL that an operator or a client names stands for: the platform's URL.

import { MEDIA_PREFIX, type MediaKeys } from './media-key.ts'

/** Of posts, accounts and images that platforms have. */
export const MAX_SUBJECT_URL = 4_096

/** Of this machine, which has no posts. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A URL that has no images. */
export class SubjectError extends Error {}

/** A URL of this service's images stands for the image at its platform; any other URL stands for itself. `bases`: where
 * the URLs of the service begin. Throws SubjectError. */
export const subjectUrl = (
  keys: Pick<MediaKeys, 'open'>,
  bases: readonly (string | undefined)[],
  { href, hostname, pathname, origin }: URL,
): string => {
  const [folder, sealed = ''] = pathname.split('/').slice(-2)
  const image = `/${folder}` === MEDIA_PREFIX ? keys.open(sealed)?.url : undefined
  if (image !== undefined) return image
  if (href.length > MAX_SUBJECT_URL) throw new SubjectError(`must have at most ${MAX_SUBJECT_URL} characters`)
  const isOwn = bases.some((own) => own !== undefined && URL.parse(own)?.origin === origin)
  // The sandbox's own files are also at this service.
  if (bases.some((own) => own !== undefined && href.startsWith(`${own}${MEDIA_PREFIX}/`)))
    throw new SubjectError('is no image of this service')
  if (!isOwn && LOOPBACK.test(hostname)) throw new SubjectError('is one of this machine, which no platform has')
  return href
}
