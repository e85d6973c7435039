// Finds a list of a handle in the REST API: the route and the filter that return its posts, and its name.

import { jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { decodeSafely } from '../../urls/repair-url.ts'
import type { List } from './lists.ts'
import { readRest, requestRest } from './rest-response.ts'
import { type RestQuery, type RestRoot, restUrl } from './rest-root.ts'
import { ArchivedTerm, entriesOf, readList } from './wordpress-objects.ts'

export type FoundList = {
  /** Below the root: `wp/v2/posts`. */
  readonly route: string
  readonly filter: RestQuery
  /** HTML; undefined for a search. */
  readonly name: string | undefined
  readonly description: string | undefined
  readonly term: ArchivedTerm | undefined
}

type Named = Pick<FoundList, 'name' | 'description'>

const POSTS = 'wp/v2/posts'
/** Types that WordPress keeps its own parts in: templates, menus, fonts. */
const INTERNAL = /^(?:wp_|nav_menu_item$|attachment$)/
const absent = (message: string) => new Refused('absent', { message })

/** Throws Refused: `absent` when the site has no such type, taxonomy or term. */
export const findList = async (send: Send, root: RestRoot, list: List): Promise<FoundList> => {
  if (list.is === 'search')
    return { route: POSTS, filter: { search: list.words }, name: undefined, description: undefined, term: undefined }
  if (list.is === 'type') {
    const type = await findType(send, root, list.type)
    if (type === undefined) throw absent('The site has no such type of content, or does not publish it.')
    return { ...type, filter: {}, term: undefined }
  }
  return findTerm(send, root, list.taxonomy, list.slug)
}

/** Types and taxonomies by their names: an object of objects, in which WordPress cannot select fields. */
const readEach = async (send: Send, root: RestRoot, what: 'types' | 'taxonomies') =>
  entriesOf(readRest(await requestRest(send, restUrl(root, `wp/v2/${what}`)))).map(
    ([name, value]) => [name, jsonObject(value)] as const,
  )

const namesOf = (value: { readonly name?: unknown; readonly description?: unknown }): Named => ({
  name: stringOrNull(value.name) ?? undefined,
  description: stringOrNull(value.description) ?? undefined,
})

/** By its name, or by its name in the API. */
const findType = async (
  send: Send,
  root: RestRoot,
  wanted: string,
): Promise<(Named & { readonly route: string }) | undefined> => {
  if (INTERNAL.test(wanted)) return undefined
  const types = await readEach(send, root, 'types')
  const [name, type] = types.find(([slug, { rest_base: base }]) => slug === wanted || base === wanted) ?? []
  if (name === undefined || type === undefined || INTERNAL.test(name)) return undefined
  return { ...namesOf(type), route: `wp/v2/${stringOrNull(type.rest_base) ?? name}` }
}

const findTerm = async (send: Send, root: RestRoot, wanted: string, slug: string): Promise<FoundList> => {
  const taxonomies = await readEach(send, root, 'taxonomies')
  const [, taxonomy] = taxonomies.find(([name, { rest_base: base }]) => name === wanted || base === wanted) ?? []
  const base = stringOrNull(taxonomy?.rest_base)
  const [type] = Array.isArray(taxonomy?.types) ? taxonomy.types : []
  if (base === null || typeof type !== 'string') throw absent('The site has no such taxonomy, or does not publish it.')
  const url = restUrl(root, `wp/v2/${base}`, { slug: decodeSafely(slug), _fields: 'id,name,slug,link,description' })
  const [term] = readList(ArchivedTerm, [readRest(await requestRest(send, url))].flat())
  if (term === undefined) throw absent('The site has no such term.')
  const route = type === 'post' ? POSTS : (await findType(send, root, type))?.route
  if (route === undefined) throw absent('The site does not publish what has this term.')
  return { route, filter: { [base]: term.id }, name: undefined, description: undefined, term }
}
