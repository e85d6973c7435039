// Any spelling of a Lemmy user or community → `name@host` or `!name@host`, in lower case.

import { joinActor, readProfile, splitActor } from '../../urls/actor.ts'

export type Named = { readonly kind: 'person' | 'community'; readonly name: string; readonly host: string }

/** Path prefix → sign of the handle, as in Lemmy, PieFed and Photon, and in Mbin and Kbin. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['u', ''],
  ['user', ''],
  ['c', '!'],
  ['m', '!'],
  ['magazine', '!'],
])

const HOST = '[^/@.]+(?:\\.[^/@.]+)+\\.?'
const NAME = '@?(?<name>[^/@]+)'
const AT = '@(?<remote>[^/@]+)'
/** Tabs and sort orders of a profile. */
const VIEW =
  '(?:/(?:posts|comments|overview|threads|microblog|followers|following|subscribers|moderated|new|hot|top|active|submitted|about|people|newest|commented|all))?'

const paths = (...all: readonly string[]): readonly RegExp[] => all.map((path) => new RegExp(`^${path}$`))

/** Profile paths of servers and of web clients (Alexandrite, mlmym, Photon, Tesseract). Web clients for many servers
 * put the server first: Voyager (`/posts/host/c/name`), mlmym (`/host/c/name`), Lemmy's own app. */
const PROFILE_PATHS = paths(
  `/(?<kind>[ucm]|user|magazine)/${NAME}(?:${AT})?${VIEW}`,
  `/feeds/(?<kind>[uc])/${NAME.replace('+', '+?')}(?:${AT.replace('+', '+?')})?\\.xml`,
  `(?:/(?:posts|home|inbox|search|profile))?/${HOST}/(?<kind>[ucm])/${NAME}${AT}${VIEW}`,
  `(?:/(?:posts|home|inbox|search|profile))?/(?<remote>${HOST})/(?<kind>[ucm])/${NAME}${VIEW}`,
)
/** A relative link that Lemmy writes into texts; it opens on the reader's own server. */
const OWN_PATH = /^\/?(?<kind>[ucm])\/@?(?<name>[^/@\s]+)@(?<remote>[^/@\s]+)\/*$/

/** A remote profile on this server (`https://here/c/name@there`) means the profile on its own server. Returns undefined
 * when the input is neither a user nor a community. */
export const canonicalizeName = (input: string): string | undefined =>
  fromPath(input.trim().replaceAll('＠', '@'), [OWN_PATH]) ??
  readProfile(
    input,
    (sign, actor) => (sign === '!' ? `!${actor}` : actor),
    ({ host, path }) => fromPath(path, PROFILE_PATHS, host),
  )

const fromPath = (path: string, patterns: readonly RegExp[], host?: string): string | undefined => {
  for (const pattern of patterns) {
    const { kind = '', name, remote = host } = pattern.exec(path)?.groups ?? {}
    const actor = name === undefined ? undefined : joinActor(name, remote)
    if (actor !== undefined) return `${SIGNS.get(kind) ?? ''}${actor}`
  }
  return undefined
}

/** Parses a canonical handle. */
export const nameOf = (handle: string): Named =>
  handle.startsWith('!')
    ? { kind: 'community', ...splitActor(handle.slice(1)) }
    : { kind: 'person', ...splitActor(handle) }

/** The canonical handle. */
export const handleOf = ({ kind, name, host }: Named): string => `${kind === 'community' ? '!' : ''}${name}@${host}`
