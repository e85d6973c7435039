// An answer → the feed that it holds, whatever its content type says. No XML reaches a parser that guardXml has not let pass.

import { parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { guardXml } from '../../parsing/guard-xml.ts'
import { jsonObject } from '../../parsing/json-value.ts'
import type { Answer } from '../contract/call.ts'
import { Refused } from '../contract/refusal.ts'
import type { Feed } from './feed.ts'
import { fromAtom } from './from-atom.ts'
import { fromJsonFeed } from './from-json-feed.ts'
import { fromRdf, fromRss } from './from-rss.ts'

/** Root element → how the document is read. */
const FORMATS: Readonly<Record<string, (xml: string, feedUrl: string) => Feed>> = {
  rss: (xml, feedUrl) => fromRss(parseRssFeed(xml), feedUrl),
  rdf: (xml, feedUrl) => fromRdf(parseRdfFeed(xml), feedUrl),
  feed: (xml, feedUrl) => fromAtom(parseAtomFeed(xml), feedUrl),
}

/** What may stand before the root element. */
const PROLOG = /\s+|<\?[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<![^>[]*(?:\[[^\]]*\]\s*)?>/y
const ROOT = /<(?:[\w-]+:)?(rss|rdf|feed)[\s/>]/iy
/** The version of a JSON Feed; PHP writes a slash as `\\/`. */
const JSON_FEED = /jsonfeed\.org\\?\/version/
const LONGEST_PROLOG = 16 * 1024
/** Items that are read of a JSON feed; about as many fit into the elements that XML may have. */
const MOST_ITEMS = 2_000

/**
 * The feed, or undefined when the answer is something else. Throws Refused (`broken`) when it is a feed that may not or
 * cannot be read: hostile XML, cut off, broken JSON.
 */
export const parseFeed = (answer: Answer): Feed | undefined => {
  const text = answer.text().trimStart()
  if (text.startsWith('{')) return JSON_FEED.test(text) ? readJson(answer) : undefined
  const format = FORMATS[rootOf(text.slice(0, LONGEST_PROLOG)) ?? '']
  if (format === undefined) return undefined
  try {
    guardXml(text)
    return format(text, answer.url)
  } catch (cause) {
    throw new Refused('broken', {
      message: 'The feed cannot be read: its XML is broken or not allowed.',
      cause,
    })
  }
}

const readJson = (answer: Answer): Feed | undefined => {
  const json = jsonObject(answer.json())
  const items = Array.isArray(json.items) ? json.items.slice(0, MOST_ITEMS) : json.items
  try {
    return fromJsonFeed(parseJsonFeed({ ...json, items }), answer.url)
  } catch {
    return undefined
  }
}

const rootOf = (start: string): string | undefined => {
  let at = 0
  for (;;) {
    PROLOG.lastIndex = at
    const match = PROLOG.exec(start)
    if (match === null || match[0] === '') break
    at = PROLOG.lastIndex
  }
  ROOT.lastIndex = at
  return ROOT.exec(start)?.[1]?.toLowerCase()
}
