// Every way to write a page of LinkedIn → its name in addresses, or its number, in lower case. Companies, schools and
// showcases have one set of names. Members are no pages.

import { decodeText, readSiteUrl, withoutAt } from '../../urls/site-url.ts'

const NAME = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N}\p{M}_'&.-]{1,100}$/u
const HOST = /^(?:(?:www|m|touch|[a-z]{2})\.)?linkedin\.com$/
const KINDS = 'company|school|showcase|organization|company-beta'
/** The site for phones, for strangers, for sellers and for recruiters. */
const FACE = '(?:/(?:mwlite|organization-guest|sales|recruiter))?'
const TAB = [
  ...['posts', 'about', 'jobs', 'people', 'events', 'videos', 'products', 'services', 'insights', 'home'],
  // What the administrators of the page are shown.
  ...['admin(?:/.*)?', 'life(?:/[^/]+)?', 'mycompany(?:/[^/]+)?'],
].join('|')
const PATH = new RegExp(`^${FACE}/(?:${KINDS})/(?<name>[^/]+)(?:/(?:${TAB}))?$`)
const SHORT = /^\/?(?:company|school|showcase)\/(?<name>[^/\s]+)\/?$/i
/** The page's name in the API, and what opens it in the app. */
const NUMBERED =
  /^(?:urn:li:(?:organization|company|fsd_company|organizationBrand):|linkedin:\/\/company\/)(?<name>\d+)$/i

/** `name` or a number; undefined when the input is neither. */
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
