// Every way to write a user, an organization or a repository → `name` or `owner/repository`, in lower case, as GitHub
// compares them.

const LOGIN = /^[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){0,38}$/
const REPOSITORY = /^(?!\.{1,2}$)[\w.-]{1,100}$/
const SITE = /^(?:www\.)?github\.com$/
const GISTS = 'gist.github.com'
/** First segments of paths that are nobody's name. */
const PAGES: ReadonlySet<string> = new Set([
  ...['about', 'apps', 'collections', 'contact', 'customer-stories', 'dashboard', 'enterprise', 'events', 'explore'],
  ...['features', 'issues', 'join', 'login', 'logout', 'marketplace', 'new', 'notifications', 'organizations', 'orgs'],
  ...['pricing', 'pulls', 'search', 'security', 'sessions', 'settings', 'signup', 'site', 'sponsors', 'stars', 'team'],
  ...['topics', 'trending', 'users', 'watching', 'readme', 'codespaces', 'discussions'],
])
/** Pages about a repository that show the same as itself. */
const TABS: ReadonlySet<string> = new Set([
  'releases',
  'tags',
  'issues',
  'pulls',
  'actions',
  'wiki',
  'activity',
  'discussions',
])

/** undefined when the input is neither. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim().toLowerCase()
  if (/[\s\\]/.test(text)) return undefined
  const bare = text.startsWith('@') ? text.slice(1) : text
  if (!bare.includes('.') || /^[\w-]+\/[\w.-]+$/.test(bare)) return join(bare.split('/'))
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`)
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  const segments = url.pathname
    .replace(/\.(?:atom|git)$/, '')
    .split('/')
    .filter(Boolean)
  if (url.host === GISTS) return join(segments.slice(0, 1))
  if (!SITE.test(url.host)) return undefined
  // The page of an organization's people and repositories.
  if (segments[0] === 'orgs') return join(segments.slice(1, 2))
  return segments.length === 3 && TABS.has(segments[2] ?? '') ? join(segments.slice(0, 2)) : join(segments)
}

const join = (segments: readonly string[]): string | undefined => {
  const [owner = '', repository, ...rest] = segments
  if (!LOGIN.test(owner) || PAGES.has(owner) || rest.length > 0) return undefined
  if (repository === undefined) return owner
  return REPOSITORY.test(repository) ? `${owner}/${repository}` : undefined
}

export const isRepository = (handle: string): boolean => handle.includes('/')
