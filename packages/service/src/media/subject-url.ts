// What a URL that an operator or a client names stands for: the platform's URL.

import type { AllowList } from '../egress/allow-list.ts'
import { MEDIA_PREFIX, type MediaKeys } from './media-key.ts'

/** Of posts, accounts and images that platforms have. */
export const MAX_SUBJECT_URL = 4_096

/** Of this machine. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** As EGRESS_ALLOW names it. */
const targetOf = ({ hostname, port, protocol }: URL): [hostname: string, port: number] => [
  hostname.replace(/^\[|\]$/g, ''),
  port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port),
]

/** A URL that has no images. */
export class SubjectError extends Error {}

export type SubjectOptions = {
  readonly keys: Pick<MediaKeys, 'open'>
  /** Where the URLs of the service begin. */
  readonly bases: readonly (string | undefined)[]
  /** Private destinations that posts may come from. */
  readonly allow: AllowList
}

/** A URL of this service's images stands for the image at its platform; any other URL stands for itself. Throws
 * SubjectError. */
export const subjectUrl = ({ keys, bases, allow }: SubjectOptions, url: URL): string => {
  const { href, hostname, pathname, origin } = url
  const [folder, sealed = ''] = pathname.split('/').slice(-2)
  const image = `/${folder}` === MEDIA_PREFIX ? keys.open(sealed)?.url : undefined
  if (image !== undefined) return image
  if (href.length > MAX_SUBJECT_URL) throw new SubjectError(`must have at most ${MAX_SUBJECT_URL} characters`)
  const isOwn = bases.some((own) => own !== undefined && URL.parse(own)?.origin === origin)
  // The sandbox's own files are also at this service.
  if (bases.some((own) => own !== undefined && href.startsWith(`${own}${MEDIA_PREFIX}/`)))
    throw new SubjectError('is no image of this service')
  if (!isOwn && LOOPBACK.test(hostname) && !allow.has(...targetOf(url)))
    throw new SubjectError('is one of this machine, which EGRESS_ALLOW does not name')
  return href
}
