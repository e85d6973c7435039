// Parses the feed in a response, whatever its content type is and however faulty it is.

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

/** The version of a JSON Feed; PHP writes a slash as `\\/`. */
const JSON_FEED = /jsonfeed\.org\\?\/version/
/** The amount of leading white space that is skipped to find JSON. */
const MAX_BEFORE_JSON = 1024

/** undefined when the response contains no feed. Throws Refused (`broken`) for broken JSON, and for the start of a feed that does not
 * contain its newest posts. */
export const parseFeed = (response: Response): Feed | undefined => {
  const feed = readFeed(response)
  return feed && isCutResponse(response) ? requireNewest(feed) : feed
}

const readFeed = (response: Response): Feed | undefined => {
  const utf8 = utf8OfResponse(response)
  if (utf8.toString('utf8', 0, MAX_BEFORE_JSON).trimStart().startsWith('{'))
    return JSON_FEED.test(response.text()) ? fromJsonFeed(jsonOf(response), response.url) : undefined
  const tree = readFeedTree(utf8, TREE_LIMITS, isCutResponse(response))
  if (tree === undefined || tree.items.length + tree.channel.children.length === 0) return undefined
  return tree.format === 'atom' ? fromAtom(tree, response.url) : fromRss(tree, response.url)
}

/** Reads a cut document up to its last complete item. */
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
