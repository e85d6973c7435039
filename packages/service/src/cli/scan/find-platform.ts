// Finds the platform of a profile that `scan` gets without one: a URL and a fediverse address name it.

import { ApiError } from '../../errors.ts'
import { knownHandle } from '../../scanning/known-handles.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { shellQuoted } from '../output/shell-quoted.ts'

/** The platform that reads accounts of all software of the fediverse. */
const FEDIVERSE = 'mastodon'
const FEDIVERSE_ADDRESS = /^@?[^@\s/:]+@(?<host>[^@\s/:]+)$/
const WITH_HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/|[^\s/@]+\.[^\s/@]+\/)/i

/** The host of a URL, with or without a scheme, or of a fediverse address; undefined for other text, such as a name. */
export const hostIn = (text: string): string | undefined => {
  const { host } = FEDIVERSE_ADDRESS.exec(text)?.groups ?? {}
  if (host !== undefined) return host.toLowerCase()
  if (!WITH_HOST.test(text)) return undefined
  return URL.parse(text.includes('://') ? text : `https://${text}`)?.hostname
}

/** `text` has a host. Returns the id. Throws `platform_unknown` if no platform, or more than one, can read the text. */
export const findPlatform = (platforms: readonly Platform[], text: string): string => {
  const host = hostIn(text) ?? ''
  const readers = platforms.filter((platform) => knownHandle(platform, text) !== undefined)
  const owners = readers.filter((platform) => ownsHost(platform, host))
  const fediverse = readers.filter(({ id }) => id === FEDIVERSE && FEDIVERSE_ADDRESS.test(text))
  const found = [owners, readers, fediverse].find((each) => each.length === 1)?.[0]
  if (found === undefined) throw notFound(readers, text)
  return found.id
}

const ownsHost = ({ posts, sharedHosts = [] }: Platform, host: string): boolean =>
  sharedHosts.includes(host) || (posts?.domains ?? []).some((domain) => host === domain || host.endsWith(`.${domain}`))

const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const notFound = (readers: readonly Platform[], text: string): ApiError => {
  const [first] = readers
  const message =
    first === undefined
      ? `No platform reads “${text}”.`
      : `“${text}” does not say which platform it belongs to. Name ${LIST.format(readers.map(({ id }) => id))}: npx --no-install central-api scan ${first.id} ${shellQuoted(text)}`
  return new ApiError('platform_unknown', { message })
}
