// Profiles of which the platform reports nothing but their name: hashtags and searches.

import { buildProfile } from './build-post.ts'
import type { PlatformProfile } from './post.ts'

type Named = { readonly handle: string; readonly id: string; readonly url: string | null }

/** `tag`: without `#`. */
export const buildHashtag = ({ tag, ...named }: Named & { readonly tag: string }): PlatformProfile =>
  buildProfile({ ...named, displayName: `#${tag}` })

export const buildSearch = ({ query, ...named }: Named & { readonly query: string }): PlatformProfile =>
  buildProfile({ ...named, displayName: query })
