// Every way to write a fediverse account → `user@host`. Lower case throughout: servers match both parts without regard to case.

import { hostName } from '../../parsing/host-name.ts'

export type HandleParts = { readonly user: string; readonly host: string }

const MAX_USER_LENGTH = 64
const USER = /^[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*$/
/** What RFC 7565 and habit put before `user@host`. */
const ACCOUNT = /^(?:acct:)?@?(?<user>[^@/\s]+)@(?<host>[^@/\s]+)$/i
const ADDRESS = /^(?:https?:\/\/)?[^/@\s]+\/\S+$/i

/** Paths of profiles and of their feeds, without trailing slashes: Mastodon and most others, ActivityPub ids, Friendica. */
const PROFILE_PATHS = [
  /^(?:\/web)?\/@(?<user>[^/@]+)@(?<remote>[^/@]+)(?:\/(?:with_replies|media|featured))?$/,
  /^(?:\/web)?\/@(?<user>[^/@]+?)(?:\.(?:rss|atom)|\/(?:with_replies|media|featured|feed\.rss))?$/,
  /^\/users\/(?<user>[^/@]+?)(?:\.(?:rss|atom)|\/feed(?:\.rss|\.atom)?)?$/,
  /^\/profile\/(?<user>[^/@]+)$/,
]

/** `user@host` in lower case with the host in punycode; undefined when the input is no account. A profile of another
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
  if (url?.username !== '' || url.password !== '' || url.port !== '') return undefined
  const path = decodePath(url.pathname)?.replace(/(?<!\/)\/+$/, '') ?? ''
  for (const pattern of PROFILE_PATHS) {
    const groups = pattern.exec(path)?.groups
    if (groups) return joinHandle(groups.user, groups.remote ?? url.hostname)
  }
  return undefined
}

const joinHandle = (user = '', host = ''): string | undefined => {
  const name = user.toLowerCase()
  const server = hostName(host)
  if (server === undefined || name.length > MAX_USER_LENGTH || !USER.test(name)) return undefined
  return `${name}@${server}`
}

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
