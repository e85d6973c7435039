// The fields of WordPress's REST API that the service reads. A missing or malformed field counts as absent.
// https://developer.wordpress.org/rest-api/reference/posts/

import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { isInteger, isString, type Shape, shape } from '../../parsing/shape.ts'

const isId = (value: unknown): value is number => isInteger(value) && value >= 1

type Rendered = { readonly rendered: string }
const Rendered = shape<Rendered>({ rendered: isString })

type Size = { readonly source_url: string; readonly width?: unknown; readonly height?: unknown }
const Size = shape<Size>({ source_url: isString })

export type Attachment = {
  readonly source_url: string
  readonly alt_text?: unknown
  readonly mime_type?: unknown
  readonly media_details?: unknown
}
export const Attachment = shape<Attachment>({ source_url: isString })

export type Details = {
  readonly width?: unknown
  readonly height?: unknown
  readonly length?: unknown
  readonly sizes?: unknown
  /** The EXIF data. */
  readonly image_meta?: unknown
}
export const Details = shape<Details>({})

/** A term of a taxonomy, such as a category or a tag. https://developer.wordpress.org/rest-api/reference/categories/ */
export type Term = { readonly name: string; readonly taxonomy?: unknown; readonly slug?: unknown }
export const Term = shape<Term>({ name: isString })

/** A term with the fields of its archive. */
export type ArchivedTerm = {
  readonly id: number
  readonly name: string
  readonly description?: unknown
  readonly link?: unknown
}
export const ArchivedTerm = shape<ArchivedTerm>({ id: isId, name: isString })

export type User = {
  readonly id: number
  readonly name?: unknown
  readonly slug?: unknown
  readonly link?: unknown
  readonly description?: unknown
  readonly avatar_urls?: unknown
}
export const User = shape<User>({ id: isInteger })

export type WordPressPost = {
  readonly id: number
  readonly date?: unknown
  readonly date_gmt?: unknown
  readonly modified_gmt?: unknown
  readonly link?: unknown
  readonly title?: unknown
  readonly content?: unknown
  readonly excerpt?: unknown
  readonly author?: unknown
  readonly sticky?: unknown
  readonly jetpack_featured_media_url?: unknown
  readonly _embedded?: unknown
}
export const WordPressPost = shape<WordPressPost>({ id: isId })

export type Root = {
  readonly name: string
  readonly description?: unknown
  readonly home?: unknown
  readonly url?: unknown
  readonly site_icon_url?: unknown
  readonly gmt_offset?: unknown
  readonly timezone_string?: unknown
}
export const Root = shape<Root>({ name: isString })

/** https://developer.wordpress.com/docs/api/1.1/get/sites/%24site/ */
export type HostedSite = {
  readonly ID: number
  readonly name?: unknown
  readonly description?: unknown
  readonly URL?: unknown
  readonly icon?: unknown
  readonly subscribers_count?: unknown
}
export const HostedSite = shape<HostedSite>({ ID: isInteger })

/** The value when it has the shape. */
export const readAs = <T>(isShaped: Shape<T>, value: unknown): T | undefined => (isShaped(value) ? value : undefined)

/** Elements of a list or an object that are read; real sites send fewer. */
export const MAX_ELEMENTS = 100

/** The elements of a list that have the shape. */
export const readList = <T>(isShaped: Shape<T>, value: unknown): T[] =>
  jsonList(value).slice(0, MAX_ELEMENTS).filter(isShaped)

/** The HTML of `{ rendered, protected }`. */
export const rendered = (value: unknown): string | undefined => readAs(Rendered, value)?.rendered

/** The object that `_embed` added to a post under a relation. A hidden one is an error object, which is skipped. */
export const embedded = <T>(post: WordPressPost, relation: string, isShaped: Shape<T>): T | undefined =>
  readList(isShaped, jsonObject(post._embedded)[relation])[0]

/** The entries of an object. */
export const entriesOf = (value: unknown): (readonly [string, unknown])[] => {
  const entries: [string, unknown][] = []
  const object = jsonObject(value)
  for (const name in object) {
    if (entries.length === MAX_ELEMENTS) break
    entries.push([name, object[name]])
  }
  return entries
}

/** The first of the sizes that an attachment has, by their names. */
export const sizeOf = (details: Details | undefined, names: readonly string[]): Size | undefined => {
  const sizes = jsonObject(details?.sizes)
  return names.map((name) => sizes[name]).find(Size)
}
