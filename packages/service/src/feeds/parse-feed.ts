// A response → its feed, whatever its content type and however malformed.

import { closeJson } from '../parsing/close-json.ts'
import { parseJson } from '../parsing/parse-json.ts'
import type { Response } from '../upstream/contract/call.ts'
import { isCutResponse, utf8OfResponse } from '../upstream/contract/response-bytes.ts'
import { TOO_LARGE, tooLarge } from '../upstream/contract/too-large.ts'
import type { Feed } from './feed.ts'
import { fromAtom } from './from-atom.ts'
import { fromJsonFeed } from './from-json-feed.ts'
import { fromRss } from './from-rss.ts'
import { readFeedTree, TREE_LIMITS } from './read-feed-tree.ts'
import { requireNewest } from './require-newest.ts'

/** The version of a JSON Feed. PHP writes a slash as `\/`. */
const JSON_FEED = /jsonfeed\.org\\?\/version/
/** Characters in which JSON must start, after white space. */
const MOST_BEFORE_JSON = 1024

/** The feed, or undefined if the response is something else or empty. Throws Refused (`broken`) for broken JSON, or for
 * the start of a feed without its newest posts. */
export const parseFeed = (response: Response): Feed | undefined => {
  const feed = readFeed(response)
  return feed && isCutResponse(response) ? requireNewest(feed) : feed
}

const readFeed = (response: Response): Feed | undefined => {
  const utf8 = utf8OfResponse(response)
  if (utf8.toString('utf8', 0, MOST_BEFORE_JSON).trimStart().startsWith('{'))
    return JSON_FEED.test(response.text()) ? fromJsonFeed(jsonOf(response), response.url) : undefined
  const tree = readFeedTree(utf8, TREE_LIMITS, isCutResponse(response))
  if (tree === undefined || tree.items.length + tree.channel.children.length === 0) return undefined
  return tree.format === 'atom' ? fromAtom(tree, response.url) : fromRss(tree, response.url)
}

/** As far as its items are complete. */
const jsonOf = (response: Response): unknown => {
  if (!isCutResponse(response)) return response.json()
  const whole = closeJson(response.text())
  if (whole === undefined) throw tooLarge()
  try {
    return parseJson(whole)
  } catch (cause) {
    throw tooLarge(TOO_LARGE, cause)
  }
}
