// Canonical names of a document's elements and attributes: in lower case, with this program's prefix for the namespace, and without
// a prefix in the format's own namespace.

import { createWords, type Words } from '../parsing/create-words.ts'
import { attributesOf, type ScannedTag } from '../parsing/scan-tag.ts'
import { prefixOf } from './feed-namespaces.ts'

export type FeedFormat = 'rss' | 'rdf' | 'atom'

export type NamedTag = {
  readonly name: string
  /** With references resolved. */
  readonly attributes: ReadonlyMap<string, string>
  /** Whether the document declares the prefix. */
  readonly isDeclared: boolean
  /** The prefix of unprefixed names inside the element. */
  readonly defaultPrefix: string
}

/** The namespaces whose names have no prefix. */
const OWN: Readonly<Record<FeedFormat, ReadonlySet<string>>> = {
  rss: new Set(['rss']),
  rdf: new Set(['rss', 'rdf']),
  atom: new Set(['atom']),
}
const MAX_PREFIXES = 100
/** The size of the cache of names; only hostile documents have more. */
const MAX_NAMES = 100

export const createNames = (format: FeedFormat, root: ScannedTag, decode: (text: string) => string) => {
  const prefixes = new Map<string, string>()
  const known = (prefix: string): string => (OWN[format].has(prefix) ? '' : prefix)

  const declare = (prefix: string, namespace: string) => {
    const known = prefixOf(namespace) ?? prefix
    if (prefixes.size >= MAX_PREFIXES || prefixes.get(prefix) === known) return
    prefixes.set(prefix, known)
    named = undefined
  }

  /** Caches names, since a document repeats a few names thousands of times. */
  let named: Words<string> | undefined

  /** The canonical name of the text in a range, without a default namespace. */
  const nameIn = (text: string, from: number, to: number): string => {
    named ??= createWords([], MAX_NAMES)
    const cached = named.find(text, from, to)
    if (cached !== undefined) return cached
    const source = text.slice(from, to)
    const name = readName(source, '')
    named.learn(source, name)
    return name
  }

  const nameOf = (source: string, defaultPrefix: string): string =>
    defaultPrefix === '' ? nameIn(source, 0, source.length) : readName(source, defaultPrefix)

  const readName = (source: string, defaultPrefix: string): string => {
    const lower = source.toLowerCase()
    const colon = lower.indexOf(':')
    if (colon === -1) return defaultPrefix === '' ? lower : `${defaultPrefix}:${lower}`
    const prefix = lower.slice(0, colon)
    const local = lower.slice(colon + 1)
    const here = known(prefixes.get(prefix) ?? prefix)
    return here === '' ? local : `${here}:${local}`
  }

  const isDeclared = (source: string): boolean => {
    const colon = source.indexOf(':')
    return colon !== -1 && prefixes.has(source.slice(0, colon).toLowerCase())
  }

  const resolve = (attributes: ReadonlyMap<string, string>) => {
    const resolved = new Map<string, string>()
    for (const [key, value] of attributes) resolved.set(nameOf(key, ''), decode(value))
    return resolved
  }

  /** For a tag that declares no namespace. */
  const attributesIn = (tag: ScannedTag): ReadonlyMap<string, string> => {
    const source = attributesOf(tag)
    return source.size === 0 ? source : resolve(source)
  }

  const open = (tag: ScannedTag, defaultPrefix: string): NamedTag => {
    let inside = defaultPrefix
    const source = attributesOf(tag)
    for (const [key, value] of source) {
      if (key.startsWith('xmlns:')) declare(key.slice(6), value)
      else if (key === 'xmlns' && tag !== root) inside = known(prefixOf(value) ?? '')
    }
    return {
      name: nameOf(tag.name, inside),
      attributes: source.size === 0 ? source : resolve(source),
      isDeclared: isDeclared(tag.name),
      defaultPrefix: inside,
    }
  }

  const own = /^([^:]+):/.exec(root.name.toLowerCase())?.[1]
  const opened = open(root, '')
  // Whatever the prefix of the root is declared as, its elements are the format's.
  if (own !== undefined && format !== 'rdf') {
    prefixes.set(own, format)
    named = undefined
  }
  return { root: opened, open, attributesIn, isDeclared, nameIn, nameOf }
}

export type FeedNames = ReturnType<typeof createNames>
