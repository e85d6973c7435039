// Finds where a page redirects its visitors with a refresh.

import type { EgressResponse, Reference } from '../egress/egress.ts'
import { decodeReference } from '../egress/redirect.ts'
import { decodeText } from '../parsing/decode-text.ts'
import { findRefresh } from '../parsing/find-refresh.ts'
import { mayBeMarkup } from './page-markup.ts'

/** A page that only redirects is short. */
const MAX_BYTES = 64 * 1024

const startOf = ({ headers, body }: EgressResponse): string => {
  const type = headers['content-type']
  return mayBeMarkup(type) && body.length > 0 ? decodeText(body.subarray(0, MAX_BYTES), type).text : ''
}

/** undefined if it does not redirect. */
export const pageRefresh = (response: EgressResponse): Reference | undefined => {
  const { status, headers, url } = response
  // A response that is not a success is reported as it is, wherever it redirects.
  if (status < 200 || status >= 300) return undefined
  const header = headers.refresh === undefined ? undefined : decodeReference(headers.refresh)
  return findRefresh({ url, header, text: startOf(response) })
}
