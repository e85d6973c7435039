// Any spelling of a PeerTube channel or account → `name@host`, which may be either, or `c/name@host` and `a/name@host` when the
// input says which. In lower case.

import { joinActor, readProfile, splitActor } from '../../urls/actor.ts'

/** As the API's paths name them. */
export type ActorKind = 'accounts' | 'video-channels'
export type Named = {
  readonly kinds: readonly [ActorKind, ...ActorKind[]]
  readonly name: string
  readonly host: string
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['a', 'a/'],
  ['accounts', 'a/'],
  ['c', 'c/'],
  ['video-channels', 'c/'],
])
/** A path without a host, as PeerTube shows it. */
const OWN_PATH = /^\/?(?<kind>a|accounts|c|video-channels)\/@?(?<actor>[^/@\s]+@[^/@\s]+)\/*$/i
const NAME = '@?(?<name>[^/@]+)(?:@(?<remote>[^/@]+))?'
const HOST = '[^/@.]+(?:\\.[^/@.]+)+'
/** Tabs, lists and feeds of a profile. */
const TAB = '(?:/[\\w-]+){0,3}'
const PROFILE_PATHS = [
  new RegExp(`^/(?<kind>a|accounts|c|video-channels)/${NAME}${TAB}$`),
  new RegExp(`^/@(?<name>[^/@]+)(?:@(?<remote>[^/@]+))?${TAB}$`),
  // Viewers that show several servers.
  new RegExp(`^/(?<home>${HOST})/(?<kind>a|accounts|c|video-channels)/${NAME}${TAB}$`),
]

/** undefined when the input is neither. A profile of another server, shown on this one, resolves to its own server. */
export const canonicalizeActor = (input: string): string | undefined => {
  const text = input.trim().replaceAll('＠', '@')
  const { kind, actor = text } = OWN_PATH.exec(text)?.groups ?? {}
  return readProfile(
    actor,
    (sign, read) => (sign === '!' ? undefined : `${KINDS.get(kind?.toLowerCase() ?? '') ?? ''}${read}`),
    ({ host, path }) => {
      for (const pattern of PROFILE_PATHS) {
        const groups = pattern.exec(path)?.groups
        const joined = groups && joinActor(groups.name, groups.remote ?? groups.home ?? host)
        if (joined !== undefined) return `${KINDS.get(groups?.kind ?? '') ?? ''}${joined}`
      }
      return undefined
    },
  )
}

/** The account or channel of a canonical handle. On one server, a name is never that of both. */
export const nameOf = (handle: string): Named => {
  if (handle.startsWith('a/')) return { kinds: ['accounts'], ...splitActor(handle.slice(2)) }
  if (handle.startsWith('c/')) return { kinds: ['video-channels'], ...splitActor(handle.slice(2)) }
  return { kinds: ['accounts', 'video-channels'], ...splitActor(handle) }
}

const SIGNS: Readonly<Record<ActorKind, string>> = { accounts: 'a/', 'video-channels': 'c/' }

/** The canonical handle. */
export const handleOf = ({ kinds, name, host }: Named): string => {
  const [kind, other] = kinds
  return `${kind === undefined || other !== undefined ? '' : SIGNS[kind]}${name}@${host}`
}
