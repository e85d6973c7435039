// Any spelling of a user, an organization or a repository → `name` or `owner/repository`, in lower case. GitHub
// compares names without regard to case.

import { readSiteUrl, withoutAt } from '../../urls/site-url.ts'

const LOGIN = /^[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){0,38}$/
const REPOSITORY = /^(?!\.{1,2}$)[\w.-]{1,100}$/
const SITE = /^(?:(?:www|gist)\.)?github\.com$/
const GISTS = 'gist.github.com'
/** First path segments that are not names. */
const PAGES: ReadonlySet<string> = new Set([
  ...['about', 'apps', 'collections', 'contact', 'customer-stories', 'dashboard', 'enterprise', 'events', 'explore'],
  ...['features', 'issues', 'join', 'login', 'logout', 'marketplace', 'new', 'notifications', 'organizations', 'orgs'],
  ...['pricing', 'pulls', 'search', 'security', 'sessions', 'settings', 'signup', 'site', 'sponsors', 'stars', 'team'],
  ...['topics', 'trending', 'users', 'watching', 'readme', 'codespaces', 'discussions', 'enterprises'],
])
/** Path prefixes before the name of a user or an organization. */
const OWNER_PREFIXES: ReadonlySet<string> = new Set(['orgs', 'organizations', 'users', 'sponsors', 'stars'])
/** Prefixes of `owner/repository` in clone URLs and dependency specifiers. */
const CLONE_URL =
  /^(?:git\+https:\/\/github\.com\/|(?:git\+)?(?:ssh|git):\/\/(?:git@)?github\.com\/|git@github\.com:|github:)(?<path>[\w-]+\/[\w.-]+)$/
/** Tabs of a repository. */
const TABS: ReadonlySet<string> = new Set([...['releases', 'tags', 'activity', 'settings']])

/** Returns undefined when the input is none of them. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim().toLowerCase()
  const bare = text.startsWith('@') ? text.slice(1) : text
  const cloned = CLONE_URL.exec(text)?.groups?.path
  if (cloned !== undefined) return join(cloned.replace(/\.git$/, '').split('/'))
  if (!bare.includes('.') || /^[\w-]+\/[\w.-]+$/.test(bare)) return join(bare.split('/'))
  const { host = '', path = '' } = readSiteUrl(text, SITE) ?? {}
  return fromPath(host, withoutAt(path).replace(/\.(?:atom|git)$/, ''))
}

const fromPath = (host: string, path: string): string | undefined => {
  const [first = '', second, third = '', ...rest] = path.split('/').slice(1)
  if (host === GISTS) return join([first])
  if (OWNER_PREFIXES.has(first)) return join(second === undefined ? [] : [second])
  const isTab = third === '' || (TABS.has(third) && rest.length === 0)
  return isTab ? join(second === undefined ? [first] : [first, second]) : undefined
}

const join = (segments: readonly string[]): string | undefined => {
  const [owner = '', repository, ...rest] = segments
  if (!LOGIN.test(owner) || PAGES.has(owner) || rest.length > 0) return undefined
  if (repository === undefined) return owner
  return REPOSITORY.test(repository) ? `${owner}/${repository}` : undefined
}

export const isRepository = (handle: string): boolean => handle.includes('/')
