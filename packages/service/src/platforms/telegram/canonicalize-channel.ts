// Every way to write a public channel → its name in lower case, as Telegram compares names. Invitations and members' links
// name no channel that strangers could see.

const NAME = /^[a-z][a-z0-9_]{3,31}$/
const SITE = /^(?:www\.)?(?:t\.me|telegram\.(?:me|dog))$/
const OWN_SITE = /^(?<name>[a-z0-9_]+)\.t\.me$/
/** First segments of paths that are nobody's name. */
const PAGES: ReadonlySet<string> = new Set([
  ...['joinchat', 'addstickers', 'addemoji', 'addtheme', 'addlist', 'share', 'proxy', 'socks', 'login', 'boost'],
  ...['giftcode', 'invoice', 'setlanguage', 'confirmphone', 'contact', 'nft', 'stickers', 'iv'],
])
/** Of a channel: its preview, one of its messages, within a topic or not. */
const PATH = /^\/(?:s\/)?(?<name>[^/]+)(?:\/\d{1,12}){0,2}\/?$/

/** undefined when the input is none. */
export const canonicalizeChannel = (input: string): string | undefined => {
  const text = input.trim()
  if (/[\s\\]/.test(text)) return undefined
  const bare = text.startsWith('@') ? text.slice(1) : text
  if (/^\w+$/.test(bare)) return nameOf(bare)
  const url = URL.parse(/^(?:https?|tg):/i.test(text) ? text : `https://${text}`)
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'tg:') return isResolve(url) ? nameOf(url.searchParams.get('domain') ?? '') : undefined
  const own = OWN_SITE.exec(url.hostname)?.groups?.name
  if (own !== undefined && own !== 'www') return /^\/(?:\d{1,12}\/?)?$/.test(url.pathname) ? nameOf(own) : undefined
  return SITE.test(url.hostname) ? nameOf(PATH.exec(url.pathname)?.groups?.name ?? '') : undefined
}

/** `tg://resolve?domain=name`, with or without the slashes. */
const isResolve = ({ hostname, pathname }: URL): boolean => `${hostname}${pathname}`.replace(/\//g, '') === 'resolve'

const nameOf = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return NAME.test(name) && !PAGES.has(name) ? name : undefined
}
