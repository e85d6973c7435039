// A Poll entity → the poll of a post. https://docs.joinmastodon.org/entities/Poll/

import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildPoll, countOrNull } from '../../post/build-post.ts'
import type { Poll } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

/** Servers allow 4 to 20 options. */
const MAX_OPTIONS = 100

/** Returns null when there is no poll. Servers hide votes until the reader has voted or the poll has ended. */
export const mapPoll = (value: unknown): Poll | null => {
  const poll = jsonObject(value)
  return buildPoll({
    options: jsonList(poll.options)
      .slice(0, MAX_OPTIONS)
      .map(jsonObject)
      .flatMap(({ title, votes_count }) => {
        const text = plainText(title)
        return text === null ? [] : { text, votes: countOrNull(votes_count) }
      }),
    votes: countOrNull(poll.votes_count),
    voters: countOrNull(poll.voters_count),
    multiple: booleanOrNull(poll.multiple),
    endsAt: parseTime(poll.expires_at),
    closed: booleanOrNull(poll.expired),
  })
}

const booleanOrNull = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
