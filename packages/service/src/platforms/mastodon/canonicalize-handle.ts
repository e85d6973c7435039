// Every way to write a fediverse account → `user@host[:port]`. Lower case throughout: servers match both parts without regard to case.

import { hostName } from '../../parsing/host-name.ts'

export type HandleParts = { readonly user: string; readonly host: string }

const MAX_USER_LENGTH = 64
const USER = /^[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*$/
/** What RFC 7565 and habit put before `user@host`. */
const ACCOUNT = /^(?:acct:)?@?(?<user>[^@/\s]+)@(?<host>[^@/\s]+)$/i
const ADDRESS = /^(?:https?:\/\/)?[^/@\s]+\/\S+$/i

/** The parts of a page by which an app shows a profile, and what it shows of it. */
const APP = '(?:/(?:web|deck))?'
const VIEW = 'with_replies|media|featured|followers|following'
/** The same in a form for programs. */
const FILE = '\\.(?:rss|atom|json)'

/** Paths of profiles and of their feeds, without trailing slashes: Mastodon and most others (GoToSocial's and Hollo's feeds
 * too), ActivityPub ids, Friendica. */
const PROFILE_PATHS = [
  `${APP}/@(?<user>[^/@]+)@(?<remote>[^/@]+)(?:/(?:${VIEW}))?`,
  `${APP}/@(?<user>[^/@]+?)(?:${FILE}|/(?:${VIEW}|feed\\.rss|atom\\.xml))?`,
  `/users/(?<user>[^/@]+?)(?:${FILE}|/(?:${VIEW}|feed(?:\\.rss|\\.atom)?))?`,
  '/profile/(?<user>[^/@]+)',
].map((path) => new RegExp(`^${path}$`))

/** `user@host` or `user@host:port` in lower case with the host in punycode; undefined when the input is no account. A profile of another
 * server, as seen on this one (`https://here/@user@there`), is the account on its own server. */
export const canonicalizeHandle = (input: string): string | undefined => {
  const text = input.trim()
  const account = ACCOUNT.exec(text)?.groups
  if (account) return joinHandle(account.user, account.host)
  return ADDRESS.test(text) ? fromAddress(text) : undefined
}

/** The two parts of a canonical handle. */
export const splitHandle = (handle: string): HandleParts => {
  const at = handle.lastIndexOf('@')
  return { user: handle.slice(0, at), host: handle.slice(at + 1) }
}

const fromAddress = (text: string): string | undefined => {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url?.username !== '' || url.password !== '') return undefined
  const path = decodePath(url.pathname)?.replace(/(?<!\/)\/+$/, '') ?? ''
  for (const pattern of PROFILE_PATHS) {
    const groups = pattern.exec(path)?.groups
    if (groups) return joinHandle(groups.user, groups.remote ?? url.host)
  }
  return undefined
}

const joinHandle = (user = '', host = ''): string | undefined => {
  const name = user.toLowerCase()
  const server = serverName(host)
  if (server === undefined || name.length > MAX_USER_LENGTH || !USER.test(name)) return undefined
  return `${name}@${server}`
}

/** A dot at its end and the ports of the web are no part of a server's name; any other port is. */
const SERVER = /^(?<name>.+?)\.?(?::(?<port>\d{1,5}))?$/
const WEB_PORTS = new Set([80, 443])
const MOST_PORT = 65_535

const serverName = (text: string): string | undefined => {
  const { name = '', port } = SERVER.exec(text)?.groups ?? {}
  const host = hostName(name)
  if (host === undefined || port === undefined || WEB_PORTS.has(Number(port))) return host
  return Number(port) >= 1 && Number(port) <= MOST_PORT ? `${host}:${Number(port)}` : undefined
}

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
