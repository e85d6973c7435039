// Any spelling of a LinkedIn page → its URL name in lower case, or its number. Companies, schools and showcases share
// one namespace. Members are not pages.

import { decodeText, readSiteUrl, withoutAt } from '../../urls/site-url.ts'

const NAME = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N}\p{M}_'&.-]{1,100}$/u
const HOST = /^(?:(?:www|m|touch|[a-z]{2})\.)?linkedin\.com$/
const KINDS = 'company|school|showcase|organization|company-beta'
/** The mobile site, the site for guests, Sales Navigator, and Recruiter. */
const FACE = '(?:/(?:mwlite|organization-guest|sales|recruiter))?'
const TAB = [
  ...['posts', 'about', 'jobs', 'people', 'events', 'videos', 'products', 'services', 'insights', 'home'],
  // Pages for administrators.
  ...['admin(?:/.*)?', 'life(?:/[^/]+)?', 'mycompany(?:/[^/]+)?'],
].join('|')
const PATH = new RegExp(`^${FACE}/(?:${KINDS})/(?<name>[^/]+)(?:/(?:${TAB}))?$`)
const SHORT = /^\/?(?:company|school|showcase)\/(?<name>[^/\s]+)\/?$/i
/** The page's URN in the API, and the URL that opens it in the app. */
const NUMBERED =
  /^(?:urn:li:(?:organization|company|fsd_company|organizationBrand):|linkedin:\/\/company\/)(?<name>\d+)$/i

/** Returns undefined when the input is neither a name nor a number. */
export const canonicalizePage = (input: string): string | undefined => {
  const text = input.trim()
  const short = (SHORT.exec(text) ?? NUMBERED.exec(text))?.groups?.name
  if (short !== undefined) return nameOf(short)
  if (/^@?[^\s/@]+$/.test(text) && !/linkedin\.com/i.test(text)) return nameOf(text)
  const name = PATH.exec(withoutAt(readSiteUrl(text, HOST)?.path ?? ''))?.groups?.name
  return name === undefined ? undefined : nameOf(name)
}

const nameOf = (written: string): string | undefined => {
  const name = decodeText(written.replace(/^@/, ''))?.normalize('NFC').toLowerCase().normalize('NFC')
  return name !== undefined && NAME.test(name) ? name : undefined
}
