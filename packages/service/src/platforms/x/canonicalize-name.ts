// Every way to write an account of X → its name in lower case, or `i/user/{id}`: the address under which X itself knows an
// account by its number, whatever it is called today.

const NAME = /^[a-z0-9_]{1,15}$/
const BY_ID = /^i\/user\/(?<id>[1-9]\d{0,18})$/
const HOST = /^(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com$/

/** First segments of paths that are nobody's name. */
const PAGES: ReadonlySet<string> = new Set([
  ...['i', 'home', 'explore', 'search', 'settings', 'intent', 'share', 'hashtag', 'login', 'logout', 'signup'],
  ...['messages', 'notifications', 'compose', 'tos', 'privacy', 'jobs', 'download', 'about'],
])
/** Tabs that a profile is shown as. */
const TAB = /^(?:with_replies|media|highlights|articles|likes|superfollows|photo|header_photo|about)?$/

/** `name` or `i/user/{id}`; undefined when the input is neither. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim()
  if (BY_ID.test(text)) return text
  const written = text.startsWith('@') ? text.slice(1) : text
  if (/^\w+$/.test(written)) return nameOf(written)
  const url = /[\s\\]/.test(text) ? null : URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || !HOST.test(url.hostname) || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  const path = url.pathname.slice(1).replace(/(?<!\/)\/+$/, '')
  if (BY_ID.test(path)) return path
  const [name = '', tab = '', ...rest] = path.split('/')
  if (rest.length > 0 || !TAB.test(tab)) return undefined
  return nameOf(name.startsWith('@') ? name.slice(1) : name)
}

/** The number in a canonical handle; undefined where it is a name. */
export const idIn = (handle: string): string | undefined => BY_ID.exec(handle)?.groups?.id

const nameOf = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return NAME.test(name) && !PAGES.has(name) ? name : undefined
}
