// Any spelling of a public channel → its name in lower case, since Telegram ignores the case of names. Invitations and links for
// members name no public channel.

import { readSiteUrl, type SiteUrl, withoutAt } from '../../urls/site-url.ts'

const NAME = /^[a-z][a-z0-9_]{3,31}$/
const SITE = /^(?:www\.)?(?:t\.me|telegram\.(?:me|dog)|telesco\.pe)$/
const OWN_SITE = /^(?!www\.)(?<name>[a-z0-9_]+)\.t\.me$/
/** Telegram's web clients, which keep the channel in the fragment. */
const WEB_CLIENT = /^(?:web(?:k|z|a)?)\.telegram\.org$/
const CLIENT_FRAGMENT = /^(?:\/im\?p=)?@(?<name>\w+)$/
/** First segments of paths that are no channel names. */
const PAGES: ReadonlySet<string> = new Set([
  ...['joinchat', 'addstickers', 'addemoji', 'addtheme', 'addlist', 'share', 'proxy', 'socks', 'login', 'boost'],
  ...['giftcode', 'invoice', 'setlanguage', 'confirmphone', 'contact', 'nft', 'stickers', 'iv'],
])
/** A channel or its preview. */
const PATH = /^\/(?:s\/|boost\/)?(?<name>[^/]+)$/
/** URLs that open a channel in the app, with or without slashes. */
const APP_URL = /^tg:(?:\/\/)?(?:resolve|boost)\/?\?(?<query>.*)$/i

/** undefined when the input is no channel. */
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
  if (own !== undefined) return path === '' ? nameOf(own) : undefined
  if (WEB_CLIENT.test(host)) return nameOf(CLIENT_FRAGMENT.exec(fragment)?.groups?.name ?? '')
  return SITE.test(host) ? nameOf(PATH.exec(withoutAt(path))?.groups?.name ?? '') : undefined
}

const nameOf = (text: string): string | undefined => {
  const name = text.toLowerCase()
  return NAME.test(name) && !PAGES.has(name) ? name : undefined
}
