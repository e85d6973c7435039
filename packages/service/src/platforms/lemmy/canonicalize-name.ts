// Every way to write a person or a community of a Lemmy → `name@host` or `!name@host`, in lower case.

import { joinActor, readActor, readProfileAddress, splitActor } from '../addresses/actor.ts'

export type Named = { readonly kind: 'person' | 'community'; readonly name: string; readonly host: string }

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['u', ''],
  ['c', '!'],
])
const PROFILE_PATHS = [
  /^\/(?<kind>[uc])\/(?<name>[^/@]+)(?:@(?<remote>[^/@]+))?$/,
  /^\/feeds\/(?<kind>[uc])\/(?<name>[^/@]+?)(?:@(?<remote>[^/@]+?))?\.xml$/,
]

/** undefined when the input is neither. One of another server, as seen on this one (`https://here/c/name@there`), is meant
 * on its own server. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim()
  const read = readActor(text)
  if (read) return read.sign === '!' ? `!${read.actor}` : read.actor
  const address = readProfileAddress(text)
  for (const pattern of address ? PROFILE_PATHS : []) {
    const { kind = '', name, remote } = pattern.exec(address?.path ?? '')?.groups ?? {}
    const actor = name === undefined ? undefined : joinActor(name, remote ?? address?.host)
    if (actor !== undefined) return `${SIGNS.get(kind) ?? ''}${actor}`
  }
  return undefined
}

/** What a canonical handle names. */
export const nameOf = (handle: string): Named =>
  handle.startsWith('!')
    ? { kind: 'community', ...splitActor(handle.slice(1)) }
    : { kind: 'person', ...splitActor(handle) }

/** The canonical handle of what is named. */
export const handleOf = ({ kind, name, host }: Named): string => `${kind === 'community' ? '!' : ''}${name}@${host}`
