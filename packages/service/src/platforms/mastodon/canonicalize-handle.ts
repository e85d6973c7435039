// Any spelling of a fediverse account → `user@host[:port]`, or `ap/users/id@host` if only the server's id of the
// account is known. Lower case: servers compare names and hosts without regard to case.

import { hostName } from '../../parsing/host-name.ts'
import { parsePageUrl } from '../../urls/nested-profile.ts'
import { isAccountName, NAME_PATH, PROFILE_PATHS, VIEWER_PATHS } from './profile-paths.ts'

export type HandleParts = { readonly user: string; readonly host: string }

const MAX_USER_LENGTH = 64
const USER = /^[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*$/
/** With prefixes of RFC 7565 and others, and with what people leave around the host. */
const ACCOUNT = /^(?:acct:(?:\/\/)?)?@?(?<user>[^@/\s]+)@(?:https?:\/\/)?(?<host>[^@/\s]+)\/*$/i
const BY_ID = /^ap\/users\/(?<id>[\w-]{1,40})@(?<host>[^@/\s]+)$/

/** The host is in Punycode. A remote profile on this server (`https://here/@user@there`) means the account on its own
 * server.
 * Returns undefined when the input is not an account. */
export const canonicalizeHandle = (input: string): string | undefined => {
  const text = input.trim().replaceAll('＠', '@')
  return readHandle(text) ?? readUrl(text, true)
}

const readHandle = (text: string): string | undefined => {
  const account = ACCOUNT.exec(text)?.groups
  if (account) return joinHandle(account.user, account.host)
  const byId = BY_ID.exec(text)?.groups
  return byId && joinId(byId.id, byId.host)
}

/** Splits a canonical handle. */
export const splitHandle = (handle: string): HandleParts => {
  const at = handle.lastIndexOf('@')
  return { user: handle.slice(0, at), host: handle.slice(at + 1) }
}

/** The server's id of the account, for canonical handles that have one. */
export const idOfHandle = (handle: string): { readonly id: string; readonly host: string } | undefined => {
  const { id, host } = BY_ID.exec(handle)?.groups ?? {}
  return id === undefined || host === undefined ? undefined : { id, host }
}

const readUrl = (text: string, mayNest: boolean): string | undefined => {
  const { url, path, shown, nested } = parsePageUrl(text) ?? {}
  if (url === undefined || path === undefined || shown === undefined) return undefined
  if (nested !== undefined) return mayNest ? (readHandle(nested) ?? readUrl(nested, false)) : undefined
  return (
    fromPath(shown, VIEWER_PATHS) ??
    fromPath(path, PROFILE_PATHS, url.host) ??
    (isAccountName(path.split('/', 2)[1] ?? '') ? fromPath(path, [NAME_PATH], url.host) : undefined)
  )
}

const fromPath = (path: string, patterns: readonly RegExp[], host?: string): string | undefined => {
  for (const pattern of patterns) {
    const { user, id, remote = host } = pattern.exec(path)?.groups ?? {}
    const handle = id === undefined ? user && joinHandle(user, remote) : joinId(id, remote)
    if (handle) return handle
  }
  return undefined
}

const joinHandle = (user = '', host = ''): string | undefined => {
  const name = user.toLowerCase()
  const server = serverName(host)
  if (server === undefined || name.length > MAX_USER_LENGTH || !USER.test(name)) return undefined
  return `${name}@${server}`
}

const joinId = (id = '', host = ''): string | undefined => {
  const server = serverName(host)
  return server === undefined ? undefined : `ap/users/${id}@${server}`
}

/** A trailing dot and the default ports are not part of a server's name; other ports are. */
const SERVER = /^(?<name>.+?)\.?(?::(?<port>\d{1,5}))?$/
const WEB_PORTS = new Set([80, 443])
const MAX_PORT = 65_535

const serverName = (text: string): string | undefined => {
  const { name = '', port } = SERVER.exec(text)?.groups ?? {}
  const host = hostName(name)
  if (host === undefined || port === undefined || WEB_PORTS.has(Number(port))) return host
  return Number(port) >= 1 && Number(port) <= MAX_PORT ? `${host}:${Number(port)}` : undefined
}
