// Accounts that are known by a name at a host, as people write them: `@user@host`, or the address of a page. Reads text only.

import { hostName } from '../../parsing/host-name.ts'

export type Actor = { readonly name: string; readonly host: string }

/** A host as it is called, and a path without slashes at its end. */
export type ProfileAddress = { readonly host: string; readonly path: string }

const MAX_NAME_LENGTH = 64
const NAME = /^[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*$/
/** What RFC 7565 and habit put before `user@host`; `!` stands before groups. */
const ACTOR = /^(?<sign>acct:@?|[@!])?(?<name>[^@!/\s]+)@(?<host>[^@/\s]+)$/i
const ADDRESS = /^(?:https?:\/\/)?[^/@\s]+\/\S+$/i

/** `name@host` in lower case, the host in punycode; undefined when it is none. */
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

/** `@name@host`, `!name@host`, `acct:name@host` → the sign before it, and `name@host`. */
export const readActor = (text: string): { readonly sign: string; readonly actor: string } | undefined => {
  const groups = ACTOR.exec(text)?.groups
  const actor = groups && joinActor(groups.name, groups.host)
  return actor === undefined ? undefined : { sign: groups?.sign ?? '', actor }
}

/** The address of a page, with or without its scheme; undefined when it is none, or one with a port or credentials. */
export const readProfileAddress = (text: string): ProfileAddress | undefined => {
  if (!ADDRESS.test(text)) return undefined
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url?.username !== '' || url.password !== '' || url.port !== '') return undefined
  const path = decodePath(url.pathname)?.replace(/(?<!\/)\/+$/, '')
  return path === undefined ? undefined : { host: url.hostname, path }
}

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
