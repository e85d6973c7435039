// Accounts written as a name at a host: `@user@host`, or the URL of a profile page. Parses text only; sends no request.

import { hostName } from '../parsing/host-name.ts'
import { parsePageUrl } from './nested-profile.ts'

export type Actor = { readonly name: string; readonly host: string }

/** A host name in its canonical form, and a path without trailing slashes. */
export type ProfileLocation = { readonly host: string; readonly path: string }

const MAX_NAME_LENGTH = 64
const NAME = /^[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*$/
/** The prefixes before `user@host`: `acct:` (RFC 7565), `@` for users, `!` for groups. */
const ACTOR = /^(?<sign>acct:(?:\/\/)?[@!]?|[@!])?(?<name>[^@!/\s]+)@(?:https?:\/\/)?(?<host>[^@/\s]+)\/*$/i

/** `name@host` in lower case, the host in punycode; undefined when either part is invalid. */
export const joinActor = (name = '', host = ''): string | undefined => {
  const lower = name.toLowerCase()
  const server = hostName(host)
  if (server === undefined || lower.length > MAX_NAME_LENGTH || !NAME.test(lower)) return undefined
  return `${lower}@${server}`
}

/** The two parts of `name@host`. */
export const splitActor = (actor: string): Actor => {
  const at = actor.lastIndexOf('@')
  return { name: actor.slice(0, at), host: actor.slice(at + 1) }
}

/** `@name@host`, `!name@host` or `acct:name@host` → the sign before the name, and `name@host`. */
export const readActor = (text: string): { readonly sign: string; readonly actor: string } | undefined => {
  const groups = ACTOR.exec(text)?.groups
  const actor = groups && joinActor(groups.name, groups.host)
  return actor === undefined ? undefined : { sign: (groups?.sign ?? '').replace(/^acct:(?:\/\/)?/i, ''), actor }
}

/** Reads a profile from a handle or from the URL of a page. `fromHandle` gets the sign and the actor, `fromPath` the host and
 * the path. A viewer's URL may carry the URL of another profile. undefined when the text is neither. */
export const readProfile = (
  input: string,
  fromHandle: (sign: string, actor: string) => string | undefined,
  fromPath: (location: ProfileLocation) => string | undefined,
): string | undefined => {
  const read = (text: string, mayNest: boolean): string | undefined => {
    const handle = readActor(text)
    if (handle) return fromHandle(handle.sign, handle.actor)
    const { url, shown, nested } = parsePageUrl(text) ?? {}
    if (url === undefined || shown === undefined || url.port !== '') return undefined
    if (nested !== undefined) return mayNest ? read(nested, false) : undefined
    return fromPath({ host: url.hostname, path: shown })
  }
  return read(input.trim().replaceAll('＠', '@'), true)
}
