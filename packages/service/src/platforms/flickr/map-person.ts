// A user of Flickr's API → the profile. Pure. Flickr exposes neither followers nor when the account was created: its
// first date is that of the first upload.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { readLightHtml } from '../../post/html.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { contentOf } from './call-api.ts'

const SITE = 'https://www.flickr.com'
const DEFAULT_ICON = `${SITE}/images/buddyicon.gif`

/** `handle` is that of the request. */
export const mapPerson = (response: unknown, handle: string): PlatformProfile => {
  const person = jsonObject(jsonObject(response).person)
  const nsid = nsidOf(person)
  const name = stringOrNull(person.path_alias) ?? nsid ?? handle
  return buildProfile({
    id: nsid,
    handle: name,
    displayName: plainText(contentOf(person.realname)) ?? plainText(contentOf(person.username)),
    url: absoluteUrl(contentOf(person.photosurl)) ?? pageOf(name),
    avatarUrl: iconOf(nsid, person.iconserver, person.iconfarm),
    bio: describe(person.description),
    counts: { posts: countOrNull(contentOf(jsonObject(person.photos).count)) },
  })
}

/** The owner of a photo, from a list or a single photo. */
export const mapOwner = (photo: JsonObject): Author | null => {
  const owner = jsonObject(photo.owner)
  const id = nsidOf(owner) ?? stringOrNull(photo.owner)
  const alias = stringOrNull(photo.pathalias) ?? stringOrNull(owner.path_alias)
  const handle = alias ?? id
  if (handle === null) return null
  const [server, farm] = [photo.iconserver ?? owner.iconserver, photo.iconfarm ?? owner.iconfarm]
  return buildAuthor({
    id,
    handle,
    displayName: plainText(photo.ownername) ?? plainText(owner.realname) ?? plainText(owner.username),
    url: pageOf(handle),
    // Without these fields, the default icon would be a guess.
    avatarUrl: server === undefined ? null : iconOf(id, server, farm),
  })
}

export const nsidOf = ({ nsid, id }: JsonObject): string | null => stringOrNull(nsid) ?? stringOrNull(id)

export const pageOf = (name: string): string | null => absoluteUrl(`${SITE}/photos/${name}/`)

/** https://www.flickr.com/services/api/misc.buddyicons.html */
export const iconOf = (nsid: string | null, iconServer: unknown, iconFarm: unknown): string | null => {
  const [server, farm] = [countOrNull(iconServer), countOrNull(iconFarm)]
  if (nsid === null || server === null) return null
  if (server === 0 || farm === null) return DEFAULT_ICON
  return absoluteUrl(`https://farm${farm}.staticflickr.com/${server}/buddyicons/${nsid}.jpg`)
}

/** Simple HTML in which newlines also end lines. */
export const describe = (value: unknown): PlatformProfile['bio'] =>
  readLightHtml((stringOrNull(contentOf(value)) ?? '').replace(/\r\n?/g, '\n'), SITE)
