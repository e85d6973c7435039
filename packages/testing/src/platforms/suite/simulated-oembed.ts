// What a simulator answers at the oEmbed endpoint of its platform, which takes no credential (https://oembed.com). Only tests
// and benchmarks use it.

import type { SimulatedResponse } from './simulator.ts'

export type SimulatedOembed = {
  /** The request; the post is its parameter `url`. */
  readonly url: URL
  readonly provider: { readonly name: string; readonly url: string }
  readonly type: 'rich' | 'video' | 'photo'
  /** Whether everybody may see what is at the address of a post. */
  readonly isThere: (post: URL) => boolean
  /** What is answered when nobody may. */
  readonly missing: SimulatedResponse
  /** What the platform tells besides. */
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

/** The last part of a path that has one: what most platforms know a post by. */
export const lastPart = ({ pathname }: URL): string => pathname.split('/').findLast((part) => part !== '') ?? ''
