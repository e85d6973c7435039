// Resolves the names of a document's elements and attributes: lower case, with this module's prefix for the namespace,
// without a prefix for the format's own.

import { createWords, type Words } from '../parsing/create-words.ts'
import { attributesOf, type ScannedTag } from '../parsing/scan-tag.ts'
import { prefixOf } from './feed-namespaces.ts'

export type FeedFormat = 'rss' | 'rdf' | 'atom'

export type NamedTag = {
  readonly name: string
  /** Values with resolved references. */
  readonly attributes: ReadonlyMap<string, string>
  /** Whether the document declares its prefix. */
  readonly isDeclared: boolean
  /** The prefix of unprefixed names inside the element. */
  readonly defaultPrefix: string
}

/** Namespaces whose names get no prefix. */
const OWN: Readonly<Record<FeedFormat, ReadonlySet<string>>> = {
  rss: new Set(['rss']),
  rdf: new Set(['rss', 'rdf']),
  atom: new Set(['atom']),
}
const MOST_PREFIXES = 100
/** Names that are cached. A document with more makes them up. */
const MOST_NAMES = 100

export const createNames = (format: FeedFormat, root: ScannedTag, decode: (text: string) => string) => {
  const prefixes = new Map<string, string>()
  const known = (prefix: string): string => (OWN[format].has(prefix) ? '' : prefix)

  const declare = (prefix: string, namespace: string) => {
    const known = prefixOf(namespace) ?? prefix
    if (prefixes.size >= MOST_PREFIXES || prefixes.get(prefix) === known) return
    prefixes.set(prefix, known)
    named = undefined
  }

  /** A document has few names, each thousands of times. */
  let named: Words<string> | undefined

  /** Of the text between two positions, without a default prefix. */
  const nameIn = (text: string, from: number, to: number): string => {
    named ??= createWords([], MOST_NAMES)
    const cached = named.find(text, from, to)
    if (cached !== undefined) return cached
    const written = text.slice(from, to)
    const name = readName(written, '')
    named.learn(written, name)
    return name
  }

  const nameOf = (written: string, defaultPrefix: string): string =>
    defaultPrefix === '' ? nameIn(written, 0, written.length) : readName(written, defaultPrefix)

  const readName = (written: string, defaultPrefix: string): string => {
    const lower = written.toLowerCase()
    const colon = lower.indexOf(':')
    if (colon === -1) return defaultPrefix === '' ? lower : `${defaultPrefix}:${lower}`
    const prefix = lower.slice(0, colon)
    const local = lower.slice(colon + 1)
    const here = known(prefixes.get(prefix) ?? prefix)
    return here === '' ? local : `${here}:${local}`
  }

  const isDeclared = (written: string): boolean => {
    const colon = written.indexOf(':')
    return colon !== -1 && prefixes.has(written.slice(0, colon).toLowerCase())
  }

  const resolve = (attributes: ReadonlyMap<string, string>) => {
    const resolved = new Map<string, string>()
    for (const [key, value] of attributes) resolved.set(nameOf(key, ''), decode(value))
    return resolved
  }

  /** Of a tag that declares no namespace. */
  const attributesIn = (tag: ScannedTag): ReadonlyMap<string, string> => {
    const written = attributesOf(tag)
    return written.size === 0 ? written : resolve(written)
  }

  const open = (tag: ScannedTag, defaultPrefix: string): NamedTag => {
    let inside = defaultPrefix
    const written = attributesOf(tag)
    for (const [key, value] of written) {
      if (key.startsWith('xmlns:')) declare(key.slice(6), value)
      else if (key === 'xmlns' && tag !== root) inside = known(prefixOf(value) ?? '')
    }
    return {
      name: nameOf(tag.name, inside),
      attributes: written.size === 0 ? written : resolve(written),
      isDeclared: isDeclared(tag.name),
      defaultPrefix: inside,
    }
  }

  const own = /^([^:]+):/.exec(root.name.toLowerCase())?.[1]
  const opened = open(root, '')
  // The root's prefix is the format's, whatever namespace it stands for.
  if (own !== undefined && format !== 'rdf') {
    prefixes.set(own, format)
    named = undefined
  }
  return { root: opened, open, attributesIn, isDeclared, nameIn, nameOf }
}

export type FeedNames = ReturnType<typeof createNames>
