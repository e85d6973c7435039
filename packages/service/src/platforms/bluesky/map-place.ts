// Views of feeds, lists and starter packs → profiles. Lexicons: app.bsky.feed.defs, app.bsky.graph.defs

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile, countOrNull } from '../../post/build-post.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'
import { isForMembersOnly } from './labels.ts'
import { mapAuthor, profileUrl } from './map-profile.ts'

/** `did`: of the account that made it. */
type Named = { readonly handle: string; readonly id: string; readonly did: string; readonly key: string }

/** Null if the account asked to be hidden from logged-out users. */
const ownerOf = ({ creator }: JsonObject): Author | null => (isForMembersOnly(creator) ? null : mapAuthor(creator))

const describe = (description: unknown) => {
  const text = plainText(description)
  return { text, html: textToHtml(text) }
}

export const mapFeed = (value: unknown, { handle, id, did, key }: Named): PlatformProfile => {
  const view = jsonObject(value)
  const owner = ownerOf(view)
  return buildProfile({
    ...{ handle, id, owner },
    displayName: plainText(view.displayName),
    url: `${profileUrl(owner?.handle ?? did)}/feed/${key}`,
    avatarUrl: absoluteUrl(view.avatar),
    bio: describe(view.description),
  })
}

export const mapList = (value: unknown, { handle, id, did, key }: Named): PlatformProfile => {
  const view = jsonObject(value)
  const owner = ownerOf(view)
  return buildProfile({
    ...{ handle, id, owner },
    displayName: plainText(view.name),
    url: `${profileUrl(owner?.handle ?? did)}/lists/${key}`,
    avatarUrl: absoluteUrl(view.avatar),
    bio: describe(view.description),
    counts: { following: countOrNull(view.listItemCount) },
  })
}

/** The name and the description of a starter pack are in its record, the number of accounts in its list. */
export const mapPack = (value: unknown, { handle, id, did, key }: Named): PlatformProfile => {
  const view = jsonObject(value)
  const record = jsonObject(view.record)
  const owner = ownerOf(view)
  return buildProfile({
    ...{ handle, id, owner },
    displayName: plainText(record.name),
    url: `https://bsky.app/starter-pack/${owner?.handle ?? did}/${key}`,
    bio: describe(record.description),
    createdAt: parseTime(record.createdAt),
    counts: { following: countOrNull(jsonObject(view.list).listItemCount) },
  })
}
