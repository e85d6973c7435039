// What a handle of the sandbox names besides accounts.

import { lookUp } from '../../parsing/look-up.ts'
import type { ProfileKind } from '../../post/post.ts'
import type { KindFacts, Kinds } from '../../upstream/contract/kinds.ts'

type SandboxKind = Exclude<ProfileKind, 'account' | 'section'>

const MANY = { order: 'newest', authors: 'many' } as const
const POSTS = { posts: 'all its posts' } as const

export const KINDS = {
  community: {
    ...{ meaning: 'a made-up community', ...MANY },
    handles: ['!demo', '!demo@sandbox.example', 'https://sandbox.example/c/demo'],
  },
  hashtag: {
    ...{ meaning: 'a made-up hashtag', ...MANY, variants: POSTS },
    handles: ['#demo', 'https://sandbox.example/tags/demo', '#nothing'],
  },
  search: {
    ...{ meaning: 'a made-up search', ...MANY, variants: POSTS },
    handles: ['search/demo', 'https://sandbox.example/search?q=demo', 'search/nothing'],
  },
  list: {
    ...{ meaning: 'a made-up list of accounts', ...MANY },
    handles: ['list/demo', 'https://sandbox.example/list/demo'],
  },
  collection: {
    ...{ meaning: 'a made-up playlist: one of its videos is gone', variants: POSTS, order: 'owner', authors: 'many' },
    handles: ['playlist/demo', 'https://sandbox.example/playlist/demo'],
  },
  feed: {
    ...{ meaning: 'a made-up feed: it returns some posts twice', variants: POSTS, order: 'ranked', authors: 'many' },
    handles: ['feed/demo', 'https://sandbox.example/feed/demo'],
  },
} as const satisfies Kinds & Readonly<Record<SandboxKind, KindFacts>>

export type Named = { readonly kind: SandboxKind; readonly name: string }

/** How canonical handles and paths begin. Only hashtags and searches have other names than `demo`. */
const PREFIXES: Readonly<Record<string, SandboxKind>> = {
  '!': 'community',
  '#': 'hashtag',
  'search/': 'search',
  'list/': 'list',
  'playlist/': 'collection',
  'feed/': 'feed',
}
const HANDLE = /^(?<prefix>[!#]|(?:search|list|playlist|feed)\/)(?<name>[\p{L}\p{N}\p{M}_ -]{1,64})$/u
const OPEN: ReadonlySet<SandboxKind> = new Set<SandboxKind>(['hashtag', 'search'])

/** undefined for an account, and for anything that is no handle. */
export const readKind = (handle: string): Named | undefined => {
  const { prefix = '', name = '' } = HANDLE.exec(handle)?.groups ?? {}
  const kind = lookUp(PREFIXES, prefix)
  return kind !== undefined && (name === 'demo' || OPEN.has(kind)) ? { kind, name } : undefined
}

export const kindOf = (handle: string): ProfileKind => readKind(handle)?.kind ?? 'account'

/** Spellings → what the canonical handle begins with. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:https?:\/\/)?sandbox\.example\/c\/(?<name>[^/?#]+)\/?(?:[?#].*)?$/, '!'],
  [/^!(?<name>[^@]+)(?:@sandbox\.example)?$/, '!'],
  [/^(?:https?:\/\/)?sandbox\.example\/tags\/(?<name>[^/?#]+)\/?(?:[?#].*)?$/, '#'],
  [/^#(?<name>[^@]+)(?:@sandbox\.example)?$/, '#'],
  [/^(?:https?:\/\/)?sandbox\.example\/search\?q=(?<name>[^&#]+)(?:[&#].*)?$/, 'search/'],
  [/^(?:https?:\/\/)?sandbox\.example\/list\/(?<name>[^/?#]+)\/?(?:[?#].*)?$/, 'list/'],
  [/^(?:https?:\/\/)?sandbox\.example\/playlist\/(?<name>[^/?#]+)\/?(?:[?#].*)?$/, 'playlist/'],
  [/^(?:https?:\/\/)?sandbox\.example\/feed\/(?<name>[^/?#]+)\/?(?:[?#].*)?$/, 'feed/'],
]

/** `text`: in lower case. undefined when it names an account, or nothing. */
export const canonicalizeKind = (text: string): string | undefined => {
  if (readKind(text) !== undefined) return withoutSpaces(text)
  for (const [spelling, prefix] of SPELLINGS) {
    const name = decode(spelling.exec(text)?.groups?.name)
    if (name !== undefined) return readKind(prefix + name) && withoutSpaces(prefix + name)
  }
  return undefined
}

const decode = (name: string | undefined): string | undefined => {
  try {
    return name === undefined ? undefined : decodeURIComponent(name.replaceAll('+', ' ')).toLowerCase().normalize('NFC')
  } catch {
    return undefined
  }
}

/** One space between words, and none after the last one. */
const withoutSpaces = (handle: string): string | undefined => {
  const handleOfOne = handle
    .normalize('NFC')
    .replace(/ {2,}/g, ' ')
    .replace(/(?<=[/#!]) | $/g, '')
  return readKind(handleOfOne) && handleOfOne
}
