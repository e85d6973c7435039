// The API's origin, and URLs of questions and answers at each site.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { OWN_HOSTS, SITE_NAME } from './sites.ts'

export const API = 'https://api.stackexchange.com'

/** The URLs at one host. An answer stands on the page of its question. */
const patternsAt = (host: string): Readonly<Record<string, string>> => ({
  [`${host}/questions/{question}/{slug}/{id}`]: `https://${host}/a/{id}`,
  [`${host}/questions/{id}/{slug}`]: `https://${host}/questions/{id}`,
  [`${host}/questions/{id}`]: `https://${host}/questions/{id}`,
  [`${host}/q/{id}/**`]: `https://${host}/questions/{id}`,
  [`${host}/a/{id}/**`]: `https://${host}/a/{id}`,
})

export const POSTS: PostAddresses = {
  parts: { id: '[1-9]\\d{0,11}', question: '[1-9]\\d{0,11}', slug: '[^/]+', site: SITE_NAME },
  domains: [...OWN_HOSTS.keys(), 'stackexchange.com'],
  patterns: Object.assign({}, ...[...OWN_HOSTS.keys(), '{site}.stackexchange.com'].map(patternsAt)),
}
