// The archives of a site: its posts by one author, in one category, with one tag. Knows their URLs and their names in the REST
// API. Sends no request.

import { listAt, listIn } from './lists.ts'

export type ArchiveKind = 'author' | 'category' | 'tag'

/** By its slug, or by its number. */
export type Archive =
  | { readonly kind: ArchiveKind; readonly slug: string; readonly path: string }
  | { readonly kind: ArchiveKind; readonly id: number; readonly path: string }

type Names = {
  /** https://developer.wordpress.org/rest-api/reference/ */
  readonly route: string
  /** The parameter of `posts` that selects the archive. */
  readonly filter: string
  /** The parameters of its URL by number, and by slug. */
  readonly number: string | undefined
  readonly name: string
  readonly missing: string
}

export const ARCHIVES: Readonly<Record<ArchiveKind, Names>> = {
  author: {
    ...{ route: 'users', filter: 'author', number: 'author', name: 'author_name' },
    missing: 'The site has no such author.',
  },
  category: {
    ...{ route: 'categories', filter: 'categories', number: 'cat', name: 'category_name' },
    missing: 'The site has no such category.',
  },
  tag: {
    ...{ route: 'tags', filter: 'tags', number: undefined, name: 'tag' },
    missing: 'The site has no such tag.',
  },
}
const KINDS = Object.keys(ARCHIVES) as readonly ArchiveKind[]

/** The kind of archive behind a route of the API. */
export const kindOfRoute = (route: string): ArchiveKind | undefined =>
  KINDS.find((kind) => ARCHIVES[kind].route === route)

/** Other lists of posts, by path. */
const LISTS = new Set(['search', 'type', 'taxonomy'])
/** A post, a page, and lists that cannot be scanned. */
const OTHER_FIELDS = [
  ...['s', 'm', 'year', 'monthnum', 'day', 'w', 'hour', 'minute', 'second', 'tag_id', 'tag_slug__in'],
  ...['p', 'page_id', 'pagename', 'name', 'attachment', 'attachment_id', 'withcomments'],
]
/** First segments of a site's front page, which shows the list of its query. */
const FRONT = new Set(['', 'page', 'feed'])
/** Segments behind an archive in the URLs of its pages and feeds. */
const PAGES = new Set(['page', 'feed', 'embed'])

const isYear = (segment = '') => /^(?:19|20)\d\d$/.test(segment)
const isMonth = (segment = '') => /^(?:0[1-9]|1[0-2])$/.test(segment)
const isKind = (segment = ''): segment is ArchiveKind => Object.hasOwn(ARCHIVES, segment)

/** Whether an archive, another list or a post with a dated URL (`/2026/03/…`) begins at a segment. */
export const isSpecial = (segments: readonly string[], index: number): boolean =>
  isKind(segments[index]) ||
  LISTS.has(segments[index] ?? '') ||
  (isYear(segments[index]) && isMonth(segments[index + 1]))

/** The end of a handle for the archive or the list that a URL shows, from the segments inside the site and the query. undefined for the
 * whole site; `other` for a list that cannot be scanned. */
export const archiveOf = (segments: readonly string[], query: URLSearchParams): string | 'other' | undefined => {
  const [first = '', ...rest] = segments
  const end = rest.findIndex((segment) => PAGES.has(segment))
  const names = end === -1 ? rest : rest.slice(0, end)
  // The comments of a site, or of one of its posts.
  if (first === 'comments' || query.get('feed')?.startsWith('comments-')) return 'other'
  if ((isKind(first) || LISTS.has(first)) && isNarrowed(query)) return 'other'
  // Only categories are within others.
  if (isKind(first))
    return names.length === 0 || (names.length > 1 && first !== 'category') ? 'other' : `/${first}/${names.join('/')}`
  if (LISTS.has(first)) return listAt(first, names) ?? 'other'
  const list = FRONT.has(first) ? listIn(query) : undefined
  if (list !== undefined) return list
  if (OTHER_FIELDS.some((field) => query.get(field))) return 'other'
  return isYear(first) ? 'other' : queriedIn(query)
}

/** The fields that select an archive. */
const SELECTORS = KINDS.flatMap((kind) => [ARCHIVES[kind].number ?? [], ARCHIVES[kind].name].flat())

const isNarrowed = (query: URLSearchParams): boolean =>
  [...OTHER_FIELDS, ...SELECTORS, 'post_type'].some((field) => query.get(field))

const queriedIn = (query: URLSearchParams): string | 'other' | undefined => {
  if (SELECTORS.filter((field) => query.get(field)).length > 1) return 'other'
  for (const kind of KINDS) {
    const { number, name } = ARCHIVES[kind]
    const id = number === undefined ? null : query.get(number)
    if (id) return /^[1-9]\d{0,14}$/.test(id) ? `/?${number}=${id}` : 'other'
    const slug = query.get(name)
    if (slug?.split('/').some((segment) => /^\.{0,2}$/.test(segment))) return slug === '' ? undefined : 'other'
    if (slug) return `/${kind}/${slug.split('/').map(encodeURIComponent).join('/')}`
  }
  return undefined
}

const BY_SLUG = new RegExp(`^(?<site>.*?)(?<path>/(?<kind>${KINDS.join('|')})/(?:[^/]+/)*(?<slug>[^/]+))$`)
const BY_NUMBER = /^(?<site>.*?)(?<path>\/\?(?<field>author|cat)=(?<id>\d+))$/

/** The site and the archive of a handle. */
export const archiveIn = (handle: string): { readonly site: string; readonly archive: Archive | undefined } => {
  const numbered = BY_NUMBER.exec(handle)?.groups
  if (numbered) {
    const { site = '', path = '', field, id } = numbered
    const kind = KINDS.find((each) => ARCHIVES[each].number === field) ?? 'author'
    return { site, archive: { kind, id: Number(id), path } }
  }
  const { site = handle, path = '', kind, slug = '' } = BY_SLUG.exec(handle)?.groups ?? {}
  return { site, archive: isKind(kind) ? { kind, slug, path } : undefined }
}
