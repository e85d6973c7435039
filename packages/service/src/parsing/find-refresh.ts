// Finds the refresh of a page: static sites and old servers have no other redirect.

import { decodeHTMLAttribute } from 'entities/decode'
import { parseRefresh, type Refresh } from './parse-refresh.ts'
import { walkTags } from './walk-tags.ts'

/** A page that is shown for longer is meant to be read. */
const MAX_SECONDS = 5
/** Their content is not there for a visitor with scripts, or not at all. */
const INERT: ReadonlySet<string> = new Set(['noscript', 'template', 'svg', 'math'])

type Page = {
  readonly url: string
  /** The start of its markup; empty if it is not HTML. */
  readonly text: string
  /** The `Refresh` header field. */
  readonly header: string | undefined
}

export type FoundRefresh = { readonly written: string; readonly base: URL; readonly target: URL }

type Found = { readonly refresh: Refresh; readonly base: URL }

const inHeader = ({ header, url }: Page): Found | undefined => {
  const refresh = header === undefined ? undefined : parseRefresh(header)
  return refresh && { refresh, base: new URL(url) }
}

/** The first valid one, resolved against the base before it. */
const inText = ({ text, url }: Page): Found | undefined => {
  if (!/\brefresh\b/i.test(text)) return undefined
  let found: Found | undefined
  let base: URL | undefined
  let inert = 0
  walkTags(text, ({ name, isEnd, attributes }) => {
    if (INERT.has(name)) inert = Math.max(0, inert + (isEnd ? -1 : 1))
    if (isEnd || inert > 0) return false
    if (name === 'base') base ??= URL.parse(decodeHTMLAttribute(attributes().href ?? ''), url) ?? undefined
    if (name !== 'meta' || attributes()['http-equiv']?.trim().toLowerCase() !== 'refresh') return false
    const refresh = parseRefresh(decodeHTMLAttribute(attributes().content ?? ''))
    found = refresh && { refresh, base: base ?? new URL(url) }
    return found !== undefined
  })
  return found
}

const withoutFragment = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length)

/** Undefined for a page without a refresh, with a later one, or with one to itself or to a URL that is not http(s). */
export const findRefresh = (page: Page): FoundRefresh | undefined => {
  const { refresh, base } = inHeader(page) ?? inText(page) ?? {}
  if (!refresh?.reference || !base || refresh.seconds > MAX_SECONDS) return undefined
  const target = URL.parse(refresh.reference, base)
  if (!target || !/^https?:$/.test(target.protocol)) return undefined
  if (withoutFragment(target) === withoutFragment(new URL(page.url))) return undefined
  return { written: refresh.reference, base, target }
}
