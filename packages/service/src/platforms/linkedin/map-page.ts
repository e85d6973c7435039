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

/** `logo`: where the picture lies, which is told apart. */
export const mapPage = (page: JsonObject, handle: string, logo: unknown, followers: unknown): Profile => {
  const name = stringOrNull(page.vanityName) ?? handle
  const bio = plainText(page.localizedDescription)
  const localized = jsonObject(jsonObject(page.name).localized)
  return buildProfile({
    id: idOf(page),
    handle: name,
    displayName: plainText(page.localizedName) ?? plainText(Object.values(localized)[0]),
    url: `${SITE}/${KINDS.get(page.primaryOrganizationType) ?? 'company'}/${encodeURIComponent(name)}/`,
    avatarUrl: absoluteUrl(logo),
    bio: { text: bio, html: textToHtml(bio) },
    counts: { followers: countOrNull(followers) },
  })
}

/** The urn of its logo, as pictures are asked for. */
export const logoOf = (page: JsonObject): string | null =>
  stringOrNull(jsonObject(page.logoV2).original)?.replace('urn:li:digitalmediaAsset:', 'urn:li:image:') ?? null
