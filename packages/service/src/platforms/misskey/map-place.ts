// Maps a channel or a clip to the normalized profile.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile, countOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { mapAuthor } from './map-user.ts'
import { mfmToHtml } from './mfm-to-html.ts'

type Named = { readonly handle: string; readonly id: string; readonly host: string }

/** `handle` is the canonical one, which is also the path of the page. */
export const mapPlace = (value: unknown, { handle, id, host }: Named): PlatformProfile => {
  const place: JsonObject = jsonObject(value)
  const source = typeof place.description === 'string' ? place.description : ''
  const { text, html } = walkHtml(mfmToHtml(source, host), `https://${host}/`)
  return buildProfile({
    ...{ handle, id, url: `https://${handle}` },
    displayName: plainText(place.name),
    // A channel has the id of its creator alone.
    owner: mapAuthor(place.user, host),
    bannerUrl: absoluteUrl(place.bannerUrl, `https://${host}/`),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(place.createdAt),
    counts: { posts: countOrNull(place.notesCount) },
  })
}
