// Every way to write a person or a community of a Lemmy → `name@host` or `!name@host`, in lower case.

import { joinActor, readProfile, splitActor } from '../../urls/actor.ts'

export type Named = { readonly kind: 'person' | 'community'; readonly name: string; readonly host: string }

/** The first letter of a kind of page → the sign of the handle: Lemmy, PieFed and Photon; Mbin and Kbin. */
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
/** What is shown of a profile: lists, tabs, ways to sort. */
const VIEW =
  '(?:/(?:posts|comments|overview|threads|microblog|followers|following|subscribers|moderated|new|hot|top|active|submitted|about|people|newest|commented|all))?'

const paths = (...all: readonly string[]): readonly RegExp[] => all.map((path) => new RegExp(`^${path}$`))

/** As servers and those who view them (Alexandrite, mlmym, Photon, Tesseract) show a profile. The viewers of many servers put the
 * one that they look through before the rest: Voyager (`/posts/host/c/name`), mlmym (`/host/c/name`), Lemmy's own app. */
const PROFILE_PATHS = paths(
  `/(?<kind>[ucm]|user|magazine)/${NAME}(?:${AT})?${VIEW}`,
  `/feeds/(?<kind>[uc])/${NAME.replace('+', '+?')}(?:${AT.replace('+', '+?')})?\\.xml`,
  `(?:/(?:posts|home|inbox|search|profile))?/${HOST}/(?<kind>[ucm])/${NAME}${AT}${VIEW}`,
  `(?:/(?:posts|home|inbox|search|profile))?/(?<remote>${HOST})/(?<kind>[ucm])/${NAME}${VIEW}`,
)
/** What Lemmy puts into texts, so that it leads to the reader's own server. */
const OWN_PATH = /^\/?(?<kind>[ucm])\/@?(?<name>[^/@\s]+)@(?<remote>[^/@\s]+)\/*$/

/** undefined when the input is neither. One of another server, as seen on this one (`https://here/c/name@there`), is meant
 * on its own server. */
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

/** What a canonical handle names. */
export const nameOf = (handle: string): Named =>
  handle.startsWith('!')
    ? { kind: 'community', ...splitActor(handle.slice(1)) }
    : { kind: 'person', ...splitActor(handle) }

/** The canonical handle of what is named. */
export const handleOf = ({ kind, name, host }: Named): string => `${kind === 'community' ? '!' : ''}${name}@${host}`
