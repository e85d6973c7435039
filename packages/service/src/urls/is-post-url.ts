// Whether a pasted URL is that of a post, by the platform's declared patterns. Parses text only; sends no request.

import type { PostAddresses } from '../upstream/contract/platform.ts'
import { findPost } from './compile-post-urls.ts'

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i
const HAS_HOST = /^[^/?#]*\.[^/?#]*[/?]/

/** false for a text without a host, such as a canonical handle. */
export const isPostUrl = ({ posts }: { readonly posts?: PostAddresses }, text: string): boolean => {
  const hasScheme = HAS_SCHEME.test(text)
  if (posts === undefined || /[\s\\]/.test(text) || !(hasScheme || HAS_HOST.test(text))) return false
  return findPost(posts, hasScheme ? text : `https://${text}`) !== undefined
}
