// An organization as LinkedIn tells it → the profile. Pure.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Profile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'

const SITE = 'https://www.linkedin.com'
const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['SCHOOL', 'school'],
  ['BRAND', 'showcase'],
])

/** The number of an organization, which LinkedIn writes as one. */
export const idOf = ({ id }: JsonObject): string | null => (countOrNull(id) === null ? null : String(id))

/** What is told of a page by calls of its own: where its pictures lie, and how many follow it. */
export type ReportedApart = { readonly logo: unknown; readonly cover: unknown; readonly followers: unknown }

export const mapPage = (page: JsonObject, handle: string, { logo, cover, followers }: ReportedApart): Profile => {
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

/** The urns of its logo and of its cover, as pictures are asked for. A cover is told to administrators alone. */
export const imagesOf = ({ logoV2, coverPhotoV2 }: JsonObject) => ({
  logo: urnOf(logoV2),
  cover: urnOf(coverPhotoV2),
})

const urnOf = (image: unknown): string | undefined =>
  stringOrNull(jsonObject(image).original)?.replace('urn:li:digitalmediaAsset:', 'urn:li:image:')
