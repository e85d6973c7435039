// An organization of LinkedIn → the profile. Pure.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'

const SITE = 'https://www.linkedin.com'
const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['SCHOOL', 'school'],
  ['BRAND', 'showcase'],
])

/** LinkedIn's ids of organizations are numbers. */
export const idOf = ({ id }: JsonObject): string | null => (countOrNull(id) === null ? null : String(id))

/** Values that other calls return: URLs of images, and the number of followers. */
export type PageExtras = { readonly logo: unknown; readonly cover: unknown; readonly followers: unknown }

export const mapPage = (page: JsonObject, handle: string, { logo, cover, followers }: PageExtras): PlatformProfile => {
  const name = stringOrNull(page.vanityName) ?? handle
  const bio = plainText(page.localizedDescription)
  const localized = jsonObject(jsonObject(page.name).localized)
  return buildProfile({
    id: idOf(page),
    handle: name,
    displayName: plainText(page.localizedName) ?? plainText(Object.values(localized)[0]),
    url: `${SITE}/${KINDS.get(page.primaryOrganizationType) ?? 'company'}/${encodeURIComponent(name)}/`,
    avatarUrl: absoluteUrl(logo),
    bannerUrl: absoluteUrl(cover),
    bio: { text: bio, html: textToHtml(bio) },
    counts: { followers: countOrNull(followers) },
  })
}

/** The URNs of its logo and cover, as `images` takes them. Only administrators see the cover. */
export const imagesOf = ({ logoV2, coverPhotoV2 }: JsonObject) => ({
  logo: urnOf(logoV2),
  cover: urnOf(coverPhotoV2),
})

const urnOf = (image: unknown): string | undefined =>
  stringOrNull(jsonObject(image).original)?.replace('urn:li:digitalmediaAsset:', 'urn:li:image:')
