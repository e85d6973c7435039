// What the REST API of WordPress answers, as far as it is read. Whatever is missing or of another type is taken for absent.
// https://developer.wordpress.org/rest-api/reference/posts/

import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'

const Rendered = Type.Object({ rendered: Type.String() })

const Size = Type.Object({
  source_url: Type.String(),
  width: Type.Optional(Type.Unknown()),
  height: Type.Optional(Type.Unknown()),
})

export const Attachment = Type.Object({
  source_url: Type.String(),
  alt_text: Type.Optional(Type.Unknown()),
  mime_type: Type.Optional(Type.Unknown()),
  media_details: Type.Optional(Type.Unknown()),
})
export type Attachment = Static<typeof Attachment>

export const Details = Type.Object({
  width: Type.Optional(Type.Unknown()),
  height: Type.Optional(Type.Unknown()),
  length: Type.Optional(Type.Unknown()),
  sizes: Type.Optional(Type.Unknown()),
})

/** Of a taxonomy: a category, a tag. https://developer.wordpress.org/rest-api/reference/categories/ */
export const Term = Type.Object({
  name: Type.String(),
  taxonomy: Type.Optional(Type.Unknown()),
  slug: Type.Optional(Type.Unknown()),
})

/** The same with what its archive shows of it. */
export const ArchivedTerm = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  description: Type.Optional(Type.Unknown()),
  link: Type.Optional(Type.Unknown()),
})
export type ArchivedTerm = Static<typeof ArchivedTerm>

export const User = Type.Object({
  id: Type.Integer(),
  name: Type.Optional(Type.Unknown()),
  slug: Type.Optional(Type.Unknown()),
  link: Type.Optional(Type.Unknown()),
  description: Type.Optional(Type.Unknown()),
  avatar_urls: Type.Optional(Type.Unknown()),
})
export type User = Static<typeof User>

export const WordPressPost = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  date: Type.Optional(Type.Unknown()),
  date_gmt: Type.Optional(Type.Unknown()),
  modified_gmt: Type.Optional(Type.Unknown()),
  link: Type.Optional(Type.Unknown()),
  title: Type.Optional(Type.Unknown()),
  content: Type.Optional(Type.Unknown()),
  excerpt: Type.Optional(Type.Unknown()),
  author: Type.Optional(Type.Unknown()),
  sticky: Type.Optional(Type.Unknown()),
  jetpack_featured_media_url: Type.Optional(Type.Unknown()),
  _embedded: Type.Optional(Type.Unknown()),
})
export type WordPressPost = Static<typeof WordPressPost>

export const Root = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.Unknown()),
  home: Type.Optional(Type.Unknown()),
  url: Type.Optional(Type.Unknown()),
  site_icon_url: Type.Optional(Type.Unknown()),
  gmt_offset: Type.Optional(Type.Unknown()),
  timezone_string: Type.Optional(Type.Unknown()),
})
export type Root = Static<typeof Root>

/** https://developer.wordpress.com/docs/api/1.1/get/sites/%24site/ */
export const HostedSite = Type.Object({
  ID: Type.Integer(),
  name: Type.Optional(Type.Unknown()),
  description: Type.Optional(Type.Unknown()),
  URL: Type.Optional(Type.Unknown()),
  icon: Type.Optional(Type.Unknown()),
  subscribers_count: Type.Optional(Type.Unknown()),
})
export type HostedSite = Static<typeof HostedSite>

const compiled = new WeakMap<TSchema, (value: unknown) => boolean>()

/** Compiled when it is first read, since not every start meets a WordPress. */
const checkOf = (schema: TSchema): ((value: unknown) => boolean) => {
  const held = compiled.get(schema)
  if (held !== undefined) return held
  const validator = Compile(schema)
  const check = (value: unknown) => validator.Check(value)
  compiled.set(schema, check)
  return check
}

/** The value when it is what the schema says. */
export const readAs = <S extends TSchema>(schema: S, value: unknown): Static<S> | undefined =>
  checkOf(schema)(value) ? (value as Static<S>) : undefined

/** Elements of a list, or of an object, that are looked at; no site sends as many. */
export const MOST_ELEMENTS = 100

/** The elements of a list that are what the schema says. */
export const readList = <S extends TSchema>(schema: S, value: unknown): Static<S>[] =>
  jsonList(value)
    .slice(0, MOST_ELEMENTS)
    .filter((element) => checkOf(schema)(element))
    .map((element) => element as Static<S>)

/** The HTML of `{ rendered, protected }`. */
export const rendered = (value: unknown): string | undefined => readAs(Rendered, value)?.rendered

/** What `_embed` put beside a post under a relation; an entry that may not be read is an error object. */
export const embedded = <S extends TSchema>(post: WordPressPost, relation: string, schema: S): Static<S> | undefined =>
  readList(schema, jsonObject(post._embedded)[relation])[0]

/** The entries of an object. */
export const entriesOf = (value: unknown): (readonly [string, unknown])[] => {
  const entries: [string, unknown][] = []
  const object = jsonObject(value)
  for (const name in object) {
    if (entries.length === MOST_ELEMENTS) break
    entries.push([name, object[name]])
  }
  return entries
}

/** Name of a size → that size of an attachment. */
export const sizesOf = (details: Static<typeof Details> | undefined): Readonly<Record<string, Static<typeof Size>>> =>
  Object.fromEntries(
    entriesOf(details?.sizes).flatMap(([name, size]) => {
      const read = readAs(Size, size)
      return read ? [[name, read]] : []
    }),
  )
