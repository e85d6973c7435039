// Maps a poll. The page shows the shares in percent and the number of voters, but no votes.

import { buildPoll } from '../../post/build-post.ts'
import type { Poll } from '../../post/post.ts'
import type { PageElement } from './page-tree.ts'
import { parseCount } from './parse-count.ts'

/** Telegram allows 12. */
const MAX_OPTIONS = 100
const ENDED = /^final results/i

export const pollQuestion = (message: PageElement): string | null =>
  message.find('.tgme_widget_message_poll_question')?.text() ?? null

/** null when the message is no poll. */
export const mapPoll = (message: PageElement): Poll | null => {
  const poll = message.find('.tgme_widget_message_poll')
  if (poll === undefined) return null
  const type = poll.find('.tgme_widget_message_poll_type')?.text() ?? null
  return buildPoll({
    options: poll
      .findAll('.tgme_widget_message_poll_option_text')
      .slice(0, MAX_OPTIONS)
      .flatMap((option) => {
        const text = option.text()
        return text === null ? [] : [{ text, votes: null }]
      }),
    voters: parseCount(message.find('.tgme_widget_message_voters')?.text()),
    closed: type === null ? null : ENDED.test(type),
  })
}
