// Every way to write a public channel → its name in lower case, as Telegram compares names. Invitations and members' links
// name no channel that strangers could see.

import { readSiteUrl, type SiteUrl, withoutAt } from '../../urls/site-url.ts'

const NAME = /^[a-z][a-z0-9_]{3,31}$/
const SITE = /^(?:www\.)?(?:t\.me|telegram\.(?:me|dog)|telesco\.pe)$/
const OWN_SITE = /^(?!www\.)(?<name>[a-z0-9_]+)\.t\.me$/
/** Its clients for browsers keep behind the hash what they show. */
const WEB_CLIENT = /^(?:web(?:k|z|a)?)\.telegram\.org$/
const SHOWN = /^(?:\/im\?p=)?@(?<name>\w+)$/
/** First segments of paths that are nobody's name. */
const PAGES: ReadonlySet<string> = new Set([
  ...['joinchat', 'addstickers', 'addemoji', 'addtheme', 'addlist', 'share', 'proxy', 'socks', 'login', 'boost'],
  ...['giftcode', 'invoice', 'setlanguage', 'confirmphone', 'contact', 'nft', 'stickers', 'iv'],
])
/** Of a channel: its preview, one of its messages, within a topic or not. */
const PATH = /^\/(?:s\/|boost\/)?(?<name>[^/]+)(?:\/\d{1,12}){0,2}$/
/** What opens a channel in the app, with or without the slashes. */
const APP_URL = /^tg:(?:\/\/)?(?:resolve|boost)\/?\?(?<query>.*)$/i

/** undefined when the input is none. */
export const canonicalizeChannel = (input: string): string | undefined => {
  const text = input.trim()
  const bare = text.startsWith('@') ? text.slice(1) : text
  if (/^\w+$/.test(bare)) return nameOf(bare)
  const query = APP_URL.exec(text)?.groups?.query
  if (query !== undefined) return nameOf(new URLSearchParams(query).get('domain') ?? '')
  const page = readSiteUrl(text)
  return page && fromPage(page)
}

const fromPage = ({ host, path, fragment }: SiteUrl): string | undefined => {
  const own = OWN_SITE.exec(host)?.groups?.name
  if (own !== undefined) return /^(?:\/\d{1,12})?$/.test(path) ? nameOf(own) : undefined
  if (WEB_CLIENT.test(host)) return nameOf(SHOWN.exec(fragment)?.groups?.name ?? '')
  return SITE.test(host) ? nameOf(PATH.exec(withoutAt(path))?.groups?.name ?? '') : undefined
}

const nameOf = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return NAME.test(name) && !PAGES.has(name) ? name : undefined
}
