// Albums, galleries and groups of Flickr's API → the profile. Pure.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { contentOf } from './call-api.ts'
import { describe, iconOf, pageOf } from './map-person.ts'

const SITE = 'https://www.flickr.com'

type Named = { readonly id: string; readonly handle: string }

/** A count of photos, one of videos, or one of both, depending on the method. */
const totalOf = (set: JsonObject): number | null => {
  const total = countOrNull(set.count_total)
  if (total !== null) return total
  const photos = countOrNull(set.count_photos) ?? countOrNull(set.photos)
  const videos = countOrNull(set.count_videos) ?? countOrNull(set.videos)
  return photos === null ? null : photos + (videos ?? 0)
}

/** A gallery says of its fields that they are those of its first photo. */
const coverOf = (set: JsonObject): string | null => {
  const [id, code, place] = [
    stringOrNull(set.primary ?? set.primary_photo_id),
    stringOrNull(set.secret ?? set.primary_photo_secret),
    stringOrNull(set.server ?? set.primary_photo_server),
  ]
  if (id === null || code === null || place === null) return null
  return absoluteUrl(`https://live.staticflickr.com/${place}/${id}_${code}_q.jpg`)
}

/** Of an album or a gallery. */
export const mapSet = (set: JsonObject, named: Named, list: 'albums' | 'galleries'): PlatformProfile => {
  const owner = stringOrNull(set.owner)
  const page = owner === null ? null : pageOf(owner)
  return buildProfile({
    ...named,
    displayName: plainText(contentOf(set.title)),
    url: page && absoluteUrl(`${list}/${named.handle.split('/').at(-1) ?? ''}/`, page),
    owner:
      owner === null
        ? null
        : buildAuthor({ id: owner, handle: owner, displayName: plainText(set.username), url: page }),
    avatarUrl: coverOf(set),
    bio: describe(set.description),
    createdAt: parseTime(set.date_create),
    counts: { posts: totalOf(set) },
  })
}

/** The time when it was created has no time zone. */
export const mapGroup = (response: unknown, named: Named): PlatformProfile => {
  const group = jsonObject(jsonObject(response).group)
  const nsid = stringOrNull(group.nsid) ?? stringOrNull(group.id)
  return buildProfile({
    ...named,
    displayName: plainText(contentOf(group.name)),
    url: absoluteUrl(`${SITE}/groups/${stringOrNull(group.path_alias) ?? nsid ?? ''}/`),
    avatarUrl: iconOf(nsid, group.iconserver, group.iconfarm),
    bio: describe(group.description),
    counts: { followers: countOrNull(contentOf(group.members)), posts: countOrNull(contentOf(group.pool_count)) },
  })
}
