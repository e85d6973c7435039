// Every way to write a channel of Twitch → its login in lower case, or `id/…`, which stays when the login changes.

const LOGIN = /^[a-z0-9_]{3,25}$/
const BY_ID = /^id\/[1-9]\d{0,19}$/
const SITE = /^(?:(?:www|m|go)\.)?twitch\.tv$/
/** First segments of paths that are nobody's login. */
const PAGES: ReadonlySet<string> = new Set([
  ...['directory', 'videos', 'clips', 'clip', 'settings', 'subscriptions', 'inventory', 'wallet', 'drops', 'friends'],
  ...[
    'prime',
    'turbo',
    'jobs',
    'downloads',
    'login',
    'signup',
    'search',
    'store',
    'moderator',
    'popout',
    'embed',
    'team',
  ],
])
/** Of a channel's page. */
const PATH = /^\/(?<login>\w+)(?:\/(?:videos|clips|about|schedule|home|profile|video))?\/?$/

/** undefined when the input is none. */
export const canonicalizeChannel = (input: string): string | undefined => {
  const text = input.trim().toLowerCase()
  if (/[\s\\]/.test(text)) return undefined
  if (BY_ID.test(text)) return text
  const bare = text.startsWith('@') ? text.slice(1) : text
  if (/^\w+$/.test(bare)) return loginOf(bare)
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`)
  if (url === null || !SITE.test(url.host) || url.username !== '' || url.password !== '') return undefined
  return loginOf(PATH.exec(url.pathname)?.groups?.login ?? '')
}

const loginOf = (login: string): string | undefined => (LOGIN.test(login) && !PAGES.has(login) ? login : undefined)

/** How the API is asked for a canonical handle. */
export const filterOf = (handle: string): { readonly id: string } | { readonly login: string } =>
  handle.startsWith('id/') ? { id: handle.slice(3) } : { login: handle }
