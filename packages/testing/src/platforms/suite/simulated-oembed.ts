// Simulates an oEmbed endpoint, which takes no credential (https://oembed.com). For tests and benchmarks only.

import type { SimulatedResponse } from './simulator.ts'

export type SimulatedOembed = {
  /** URL of the request; its parameter `url` is the post. */
  readonly url: URL
  readonly provider: { readonly name: string; readonly url: string }
  readonly type: 'rich' | 'video' | 'photo'
  /** Whether the post is public. */
  readonly isThere: (post: URL) => boolean
  /** Response for a post that is not. */
  readonly missing: SimulatedResponse
  /** Additional fields of the platform. */
  readonly more?: Readonly<Record<string, unknown>>
}

export const oembedOf = ({ url, provider, type, isThere, missing, more }: SimulatedOembed): SimulatedResponse => {
  const post = URL.parse(url.searchParams.get('url') ?? '')
  if (post === null || !isThere(post)) return missing
  return {
    body: {
      ...{ version: '1.0', type, provider_name: provider.name, provider_url: provider.url, width: 658, height: null },
      html: `<blockquote cite="${post.href}"><a href="${post.href}">A post at ${provider.name}</a></blockquote>`,
      ...more,
    },
  }
}

/** The last path segment, which is the id of a post on most platforms. */
export const lastPart = ({ pathname }: URL): string => pathname.split('/').findLast((part) => part !== '') ?? ''
