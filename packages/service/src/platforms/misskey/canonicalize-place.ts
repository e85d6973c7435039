// Any spelling of what a Misskey server has besides accounts → `#tag@host` (see urls/tags.ts for several),
// `host/channels/id` or `host/clips/id`.

import { hostName } from '../../parsing/host-name.ts'
import { parsePageUrl } from '../../urls/nested-profile.ts'
import { joinServerTags, readServerTags, type ServerTags, writeServerTags } from '../../urls/server-tags.ts'

export type Place =
  | ({ readonly is: 'tag' } & ServerTags)
  | { readonly is: 'channels' | 'clips'; readonly host: string; readonly id: string }

/** Ids of Misskey and its forks. Words such as `featured` are pages. */
const ID = '(?=[A-Za-z]*\\d)[0-9A-Za-z]{10,32}'
const WRITTEN = new RegExp(`^(?<host>[^@/\\s]+)/(?<is>channels|clips)/(?<id>${ID})$`)
const PAGE = new RegExp(`^/(?:embed/)?(?<is>channels|clips)/(?<id>${ID})$`)
const TAG_PAGE = /^\/(?:embed\/)?tags\/(?<tag>[^/]+)$/

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const written = placeOf(text)
  if (written !== undefined) return join(written)
  const { url, shown, nested } = parsePageUrl(text) ?? {}
  if (url === undefined || shown === undefined || nested !== undefined || url.port !== '') return undefined
  const host = url.hostname
  const { tag } = TAG_PAGE.exec(shown)?.groups ?? {}
  const tags = tag === undefined ? undefined : joinServerTags(tag, host)
  if (tags !== undefined) return join({ is: 'tag', ...tags })
  const { is, id = '' } = PAGE.exec(shown)?.groups ?? {}
  return is === 'channels' || is === 'clips' ? join({ is, host, id }) : undefined
}

const join = (place: Place): string | undefined => {
  if (place.is === 'tag') return writeServerTags(place)
  const host = hostName(place.host)
  return host && `${host}/${place.is}/${place.id}`
}

/** Parses a canonical handle; undefined for that of an account. */
export const placeOf = (handle: string): Place | undefined => {
  const tags = readServerTags(handle)
  if (tags !== undefined) return { is: 'tag', ...tags }
  const { is, host = '', id = '' } = WRITTEN.exec(handle)?.groups ?? {}
  return is === 'channels' || is === 'clips' ? { is, host, id } : undefined
}
