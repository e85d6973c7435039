// Every way to write a channel or an account of a PeerTube → `name@host`, which may be either, or `c/name@host` and
// `a/name@host` where the address tells. In lower case.

import { joinActor, readProfile, splitActor } from '../../urls/actor.ts'

/** As the API names them. */
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
/** Without a host before it, as it stands behind that of a server. */
const OWN_PATH = /^\/?(?<kind>a|accounts|c|video-channels)\/@?(?<actor>[^/@\s]+@[^/@\s]+)\/*$/i
const NAME = '@?(?<name>[^/@]+)(?:@(?<remote>[^/@]+))?'
const HOST = '[^/@.]+(?:\\.[^/@.]+)+'
/** Tabs, lists, and the feeds of a profile. */
const TAB = '(?:/[\\w-]+){0,3}'
const PROFILE_PATHS = [
  new RegExp(`^/(?<kind>a|accounts|c|video-channels)/${NAME}${TAB}$`),
  new RegExp(`^/@(?<name>[^/@]+)(?:@(?<remote>[^/@]+))?${TAB}$`),
  // Viewers of many servers.
  new RegExp(`^/(?<home>${HOST})/(?<kind>a|accounts|c|video-channels)/${NAME}${TAB}$`),
]

/** undefined when the input is neither. One of another server, as seen on this one, is meant on its own server. */
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

/** What a canonical handle names. A name is that of a channel or of an account, never of both. */
export const nameOf = (handle: string): Named => {
  if (handle.startsWith('a/')) return { kinds: ['accounts'], ...splitActor(handle.slice(2)) }
  if (handle.startsWith('c/')) return { kinds: ['video-channels'], ...splitActor(handle.slice(2)) }
  return { kinds: ['accounts', 'video-channels'], ...splitActor(handle) }
}

const SIGNS: Readonly<Record<ActorKind, string>> = { accounts: 'a/', 'video-channels': 'c/' }

/** The canonical handle of what is named. */
export const handleOf = ({ kinds, name, host }: Named): string => {
  const [kind, other] = kinds
  return `${kind === undefined || other !== undefined ? '' : SIGNS[kind]}${name}@${host}`
}
