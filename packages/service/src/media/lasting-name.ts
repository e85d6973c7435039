// The name of an image, the same however its URL is signed: platforms whose URLs end sign the same file anew in every
// response, on any of many hosts.

import { expiryOf } from '../post/expiry-of.ts'

/** CDNs that name any of their hosts for the same file. */
const CDNS: readonly RegExp[] = [/\.(?:cdninstagram\.com|fbcdn\.net)$/, /\.tiktokcdn(?:-[a-z]{2,6})?\.com$/]
/** Of the CDNs of Instagram and Facebook: the size and the crop. */
const VARIANT = 'stp'

const hostOf = ({ host }: URL): string => {
  const cdn = CDNS.findIndex((pattern) => pattern.test(host))
  return cdn === -1 ? host : `cdn-${cdn}`
}

/** Also the same for the usual spellings of a URL: with http or https, and with a slash at its end. */
export const lastingName = (written: string): string => {
  const url = URL.parse(written)
  if (url === null) return written
  const path = url.pathname.replace(/\/+$/, '')
  if (expiryOf([written]) === null) return url.host + path + url.search
  return `${hostOf(url)}${path}?${url.searchParams.get(VARIANT) ?? ''}`
}
