// Explains a text that has the form of a kind, and is none of them: what is wrong with it, and which forms the kind has.

import { type CompleteKind, kindsOf } from '../upstream/contract/kinds.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { readSiteUrl } from '../urls/site-url.ts'
import { foldTag, MOST_TAGS } from '../urls/tags.ts'
import { readerOf } from './known-handles.ts'

/** Forms that look the same on every platform, and what a handle of the platform has if it is one of these. */
const COMMON: readonly (readonly [form: RegExp, kind: 'hashtag' | 'search', own: RegExp])[] = [
  [/^[#＃]./, 'hashtag', /./],
  // A topic and a category are searches without words.
  [/^search\//i, 'search', /search/],
]

/** The kind whose common form the text has, whether or not the platform has it. */
export const commonKindOf = (text: string): 'hashtag' | 'search' | undefined =>
  COMMON.find(([form]) => form.test(text))?.[1]

/** Whether the platform has the kind, in a form of its own. */
export const hasCommonKind = ({ kinds = {} }: Pick<Platform, 'kinds'>, kind: 'hashtag' | 'search'): boolean => {
  const own = COMMON.find(([, each]) => each === kind)?.[2]
  return kinds[kind]?.handles.some((handle) => own?.test(handle)) === true
}

/** What forms of one kind begin with: a sign, the first word of a path, or a page of a site. */
const beginningOf = (text: string): string | undefined => {
  const { host = '', path = '', query } = (/^https?:\/\//i.test(text) && readSiteUrl(text)) || {}
  const page = query?.size ? path : path.slice(0, Math.max(0, path.lastIndexOf('/')))
  if (host !== '') return page === '' ? undefined : `${host.replace(/^www\./, '')}${page}`
  return /^(?:[#＃!~]|[a-z]{1,20}\/)/i.exec(text)?.[0].toLowerCase()
}

/** The kind besides accounts whose form the text has; undefined if it has the form of none. */
export const typedKind = (platform: Platform, text: string): CompleteKind | undefined => {
  const [common, beginning] = [commonKindOf(text), beginningOf(text)]
  const kinds = [...kindsOf(platform).values()].filter(({ id }) => id !== 'account')
  return kinds.find(
    ({ id, handles }) =>
      id === common || (beginning !== undefined && handles.some((each) => beginningOf(each) === beginning)),
  )
}

/** Forms of the kind, those that begin as the text does first. */
export const formsLike = (text: string, { handles }: CompleteKind): readonly string[] => {
  const beginning = beginningOf(text)
  return handles.toSorted((a, b) => Number(beginningOf(b) === beginning) - Number(beginningOf(a) === beginning))
}

const MOST_CHARACTERS = 200

/** What is wrong with a hashtag or a search; empty if the platform alone knows. */
export const faultOf = (platform: Platform, text: string): string => {
  const kind = commonKindOf(text)
  if (kind === 'hashtag') return faultOfTags(platform, text)
  if (kind !== 'search') return ''
  const words = text.slice(text.indexOf('/') + 1)
  if (!/[\p{L}\p{N}]/u.test(words)) return 'A search needs a word.'
  return words.length > MOST_CHARACTERS ? `A search has at most ${MOST_CHARACTERS} characters.` : ''
}

const faultOfTags = (platform: Platform, text: string): string => {
  const read = readerOf(platform)
  const [tags = '', host] = text.slice(1).split('@')
  const names = tags.split(/[,+-]/)
  if (/\s/.test(tags)) return 'A hashtag contains no spaces.'
  if (names.length > MOST_TAGS) return `A handle names at most ${MOST_TAGS} hashtags.`
  if (names.some((name) => foldTag(name) === undefined))
    return 'A hashtag has up to 100 letters, digits or “_”, and not digits alone.'
  if (host === undefined && read(`#${names[0]}@server.example`) !== undefined) return 'Add the server of the hashtag.'
  return names.length > 1 && read('#a,b') === undefined && read('#a+b') === undefined ? 'Name one hashtag only.' : ''
}
