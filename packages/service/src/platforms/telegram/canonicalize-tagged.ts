// Any spelling of a hashtag in a channel → `channel/tagged/tag`. Telegram links a hashtag to a search in its channel.

import { readSiteUrl } from '../../urls/site-url.ts'
import { foldTag } from '../../urls/tags.ts'
import { canonicalizeChannel } from './canonicalize-channel.ts'

export type Tagged = { readonly channel: string; readonly tag: string }

const WRITTEN = /^@?(?<channel>\w+)\/tagged\/(?<tag>[^/\s]+)$/
/** As in messages: the hashtag of another channel. */
const HASHTAG = /^[#＃](?<tag>[^@＠/\s]+)[@＠](?<channel>\w+)$/
/** A search has no number of a message. */
const SEARCH_PAGE = /^\/(?:s\/)?@?(?<channel>\w+)$/

/** undefined when the input is none. */
export const canonicalizeTagged = (input: string): string | undefined => {
  const text = input.trim()
  const { channel, tag = '' } = WRITTEN.exec(text)?.groups ?? HASHTAG.exec(text)?.groups ?? {}
  return channel === undefined ? fromPage(text) : join(channel, tag)
}

const fromPage = (text: string): string | undefined => {
  const { host, path, query, fragment } = readSiteUrl(text, /^(?:www\.)?(?:t|telegram)\.(?:me|dog)$/) ?? {}
  const { channel } = SEARCH_PAGE.exec(path ?? '')?.groups ?? {}
  if (host === undefined || channel === undefined) return undefined
  const words = query?.get('q') ?? ''
  // `?q=#tag`, as people write it: a browser takes the hashtag for the fragment.
  const written = words === '' && query?.has('q') === true ? `#${fragment}` : words.trim()
  return written.startsWith('#') ? join(channel, written) : undefined
}

const join = (name: string, written: string): string | undefined => {
  const [channel, tag] = [canonicalizeChannel(name), foldTag(written)]
  return channel && tag && `${channel}/tagged/${tag}`
}

/** Parses a canonical handle; undefined for that of a channel. */
export const taggedIn = (handle: string): Tagged | undefined => {
  const { channel, tag = '' } = WRITTEN.exec(handle)?.groups ?? {}
  return channel === undefined ? undefined : { channel, tag }
}
