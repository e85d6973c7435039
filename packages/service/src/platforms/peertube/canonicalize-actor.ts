// Every way to write a channel or an account of a PeerTube → `name@host`, which may be either, or `c/name@host` and
// `a/name@host` where the address tells. In lower case.

import { joinActor, readActor, readProfileAddress, splitActor } from '../addresses/actor.ts'

/** As the API names them. */
export type ActorKind = 'accounts' | 'video-channels'
export type Named = { readonly kinds: readonly ActorKind[]; readonly name: string; readonly host: string }

const KINDS: ReadonlyMap<string, string> = new Map([
  ['a', 'a/'],
  ['accounts', 'a/'],
  ['c', 'c/'],
  ['video-channels', 'c/'],
])
const CANONICAL = /^(?<kind>[ac])\/(?<actor>[^/@\s]+@[^/@\s]+)$/i
const PROFILE_PATHS = [
  /^\/(?<kind>a|accounts|c|video-channels)\/(?<name>[^/@]+)(?:@(?<remote>[^/@]+))?(?:\/[\w-]+)?$/,
  /^\/@(?<name>[^/@]+)(?:@(?<remote>[^/@]+))?(?:\/[\w-]+)?$/,
]

/** undefined when the input is neither. One of another server, as seen on this one, is meant on its own server. */
export const canonicalizeActor = (input: string): string | undefined => {
  const text = input.trim()
  const { kind, actor = text } = CANONICAL.exec(text)?.groups ?? {}
  const read = readActor(actor)
  if (read) return read.sign === '!' ? undefined : `${kind === undefined ? '' : `${kind.toLowerCase()}/`}${read.actor}`
  const address = readProfileAddress(text)
  for (const pattern of address ? PROFILE_PATHS : []) {
    const groups = pattern.exec(address?.path ?? '')?.groups
    const joined = groups && joinActor(groups.name, groups.remote ?? address?.host)
    if (joined !== undefined) return `${KINDS.get(groups?.kind ?? '') ?? ''}${joined}`
  }
  return undefined
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
