// Extracts preview values from the nodes of JSON-LD documents. Reads own keys only, follows `@id` one step, and limits
// the number of nodes.

import { decodeEntities } from '../clean-value.ts'
import type { PreviewField } from '../preview.ts'
import type { Report } from './source.ts'

type Node = Readonly<Record<string, unknown>>

const MAX_NODES = 2000
const MAX_DEPTH = 8
const MAX_NAMES = 3
/** References can point at each other, so only a few nodes are read completely. */
const MAX_READ_NODES = 20

/** The keys that may lead to the node that the page is about. */
const CONTAINERS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasPart']

/** The subject of a page ranks before the page itself; the site and its navigation only name the site. */
const TYPE_RANKS: readonly { readonly pattern: RegExp; readonly rank: number }[] = [
  { pattern: /(?:Article|Posting|Blog|VideoObject|Episode|Recipe|Review|Clip|AudioObject|Report)$/, rank: 0 },
  { pattern: /^(?:Photograph|Book|Movie|Event|Product|Course|Dataset|HowTo|MusicRecording|MusicAlbum)$/, rank: 1 },
  { pattern: /Page$/, rank: 3 },
]
const OTHER_RANK = 2
const FURNITURE =
  /^(?:WebSite|Organization|.*Organization|Corporation|Person|BreadcrumbList|ListItem|ItemList|ImageObject|SearchAction|.*Action|SiteNavigationElement|WPHeader|WPFooter|WPSideBar|Offer|AggregateRating|Rating|Comment|Answer|Question|FAQPage|PostalAddress|ContactPoint|EntryPoint)$/

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const own = (node: Node, key: string): unknown => (Object.hasOwn(node, key) ? node[key] : undefined)

/** The vocabulary's names may be written with a prefix or in full. */
const SPELLINGS = ['', 'schema:', 'https://schema.org/', 'http://schema.org/'] as const
const valueUnder = (node: Node, key: string): unknown => {
  for (const spelling of SPELLINGS) {
    const value = own(node, spelling + key)
    if (value !== undefined) return value
  }
  return undefined
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
const typesOf = (node: Node) =>
  listOf(own(node, '@type')).flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []))

const collectNodes = (roots: readonly unknown[]): readonly Node[] => {
  const nodes: Node[] = []
  let level: readonly unknown[] = roots
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && nodes.length < MAX_NODES; depth += 1) {
    const flat = level.flatMap((value) => (Array.isArray(value) ? value.slice(0, MAX_NODES).flat(2) : [value]))
    const found = flat.filter(isNode).slice(0, MAX_NODES - nodes.length)
    nodes.push(...found)
    level = found.flatMap((node) => CONTAINERS.flatMap((key) => listOf(own(node, key)).slice(0, MAX_NODES)))
  }
  return nodes
}

const rankOf = (node: Node): number | undefined => {
  const types = typesOf(node)
  if (types.length === 0 || types.every((type) => FURNITURE.test(type))) return undefined
  const ranks = types.map((type) => TYPE_RANKS.find(({ pattern }) => pattern.test(type))?.rank ?? OTHER_RANK)
  return Math.min(...ranks)
}

type Resolve = (value: unknown) => unknown

/** The first string under one of the keys of a value, through arrays and references. */
const textUnder = (value: unknown, keys: readonly string[], resolve: Resolve, steps = 2): string | undefined => {
  for (const item of listOf(value).slice(0, 8).flat(2).slice(0, 8)) {
    if (typeof item === 'string' && item.trim() !== '') return item
    const node = resolve(item)
    if (!isNode(node) || steps === 0) continue
    for (const key of keys) {
      const text = textUnder(valueUnder(node, key), keys, resolve, steps - 1)
      if (text !== undefined) return text
    }
  }
  return undefined
}

/** Keys under which JSON-LD nests several values. */
const LISTS = ['@list', '@set'] as const
const NAME_KEYS = ['name', '@value', 'legalName', 'alternateName', ...LISTS]
const IMAGE_KEYS = ['contentUrl', 'url', '@value', ...LISTS]
const URL_KEYS = ['url', '@value', '@id', ...LISTS]
const TEXT_KEYS = ['@value', 'name', ...LISTS]

const namesOf = (value: unknown, resolve: Resolve): string | undefined => {
  const names = listOf(value)
    .slice(0, MAX_NAMES)
    .flatMap((item) => textUnder(item, NAME_KEYS, resolve) ?? [])
  return names.length > 0 ? [...new Set(names)].join(', ') : undefined
}

type Extractor = {
  readonly keys: readonly string[]
  readonly read: (value: unknown, resolve: Resolve) => string | undefined
}

const text = (value: unknown, resolve: Resolve) => textUnder(value, TEXT_KEYS, resolve)
const image = (value: unknown, resolve: Resolve) => textUnder(value, IMAGE_KEYS, resolve)
const url = (value: unknown, resolve: Resolve) => textUnder(value, URL_KEYS, resolve)

const EXTRACTORS: Readonly<Partial<Record<PreviewField, Extractor>>> = {
  title: { keys: ['headline', 'name', 'alternativeHeadline'], read: text },
  description: { keys: ['description', 'abstract'], read: text },
  imageUrl: { keys: ['image', 'thumbnailUrl', 'thumbnail', 'primaryImageOfPage'], read: image },
  siteName: { keys: ['publisher', 'isPartOf', 'sourceOrganization'], read: namesOf },
  author: { keys: ['author', 'creator', 'byArtist'], read: namesOf },
  publishedAt: { keys: ['datePublished', 'uploadDate', 'dateCreated', 'startDate'], read: text },
  canonicalUrl: { keys: ['url', 'mainEntityOfPage'], read: url },
}

const URL_FIELDS: readonly PreviewField[] = ['imageUrl', 'canonicalUrl']
const SITE_RANK = 10

/** Reports the values of all nodes of a page's scripts, the most specific node first. */
export const readJsonLd = (roots: readonly unknown[], report: Report): void => {
  const nodes = collectNodes(roots)
  const byId = new Map<unknown, Node>()
  for (const node of nodes) {
    // A node with only an id is a reference.
    if (typeof own(node, '@id') === 'string' && Object.keys(node).length > 1) byId.set(own(node, '@id'), node)
  }
  const resolve: Resolve = (value) => (isNode(value) ? (byId.get(own(value, '@id')) ?? value) : value)
  const ranked = nodes
    .flatMap((node) => {
      const rank = rankOf(node)
      return rank === undefined ? [] : [{ node, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_READ_NODES)
  for (const { node, rank } of ranked) {
    for (const [field, { keys, read }] of Object.entries(EXTRACTORS) as [PreviewField, Extractor][]) {
      for (const key of keys) {
        const value = read(valueUnder(node, key), resolve)
        if (value !== undefined) report(field, URL_FIELDS.includes(field) ? value : decodeEntities(value), rank)
      }
    }
  }
  const site = nodes.find((node) => typesOf(node).includes('WebSite'))
  if (site) report('siteName', namesOf(site, resolve), SITE_RANK)
}
