import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildAuthor, buildPoll, buildPost } from '../../post/build-post.ts'
import type { Post } from '../../post/post.ts'
import { withServedMedia } from '../../post/served-media.ts'
import { styleFor } from '../output/style.ts'
import { postView } from './post-view.ts'

const SOURCE = { kind: 'sandbox', connection: null, retrievedAt: '2030-01-15T12:00:00.000Z' } as const
const PLAIN = { isTerminal: false, environment: {} }

const view = (known: Omit<Parameters<typeof buildPost>[0], 'id'>, columns = 60): string => {
  const post: Post = { ...withServedMedia(buildPost({ id: '1', ...known })), source: SOURCE }
  return postView(post, { columns, style: styleFor(PLAIN), io: { timeZone: 'UTC' } })
}

test('an article starts with its title and shows the number of tags', () => {
  assert.equal(
    view({ title: 'A title of \u001b[31mmany words', text: 'The body.', tags: ['a', 'b'] }, 20),
    'no date  article\n  A title of\n  [31mmany words\n  The body.\n  2 tags\n',
  )
})

test('a poll shows its options, known votes, and whether it is closed', () => {
  const options = [
    { text: 'The first', votes: 1200 },
    { text: 'The \u0007second', votes: 0 },
  ]
  assert.equal(
    view({ text: 'Which?', poll: buildPoll({ options, votes: 1200, closed: true, multiple: false }) }),
    'no date  poll\n  Which?\n  ○ The first  1,200\n  ○ The second  0\n  1,200 votes · closed\n',
  )
  assert.equal(
    view({ text: 'Which?', poll: buildPoll({ options: [{ text: 'One', votes: null }], voters: 1200, closed: false }) }),
    'no date  poll\n  Which?\n  ○ One\n  1,200 voters · open\n',
  )
  const hidden = options.map(({ text }) => ({ text, votes: null }))
  assert.equal(
    view({ text: 'Which?', poll: buildPoll({ options: hidden, multiple: true }) }),
    'no date  poll\n  Which?\n  ☐ The first\n  ☐ The second\n  several choices\n',
  )
})

test('referenced posts are shown with their author and URL if known', () => {
  const author = buildAuthor({ handle: 'seed.example' })
  assert.equal(
    view({
      text: 'This!',
      quoteOf: { id: '7', url: 'https://a.example/7', author },
      replyTo: { id: '6', url: null, author: null },
    }),
    'no date  text  reply  quote\n  This!\n  replies to 6\n  quotes seed.example https://a.example/7\n',
  )
})

test('a post without text shows its summary', () => {
  assert.equal(view({ title: 'A title', summary: 'An excerpt.' }), 'no date  text\n  A title\n  An excerpt.\n')
})
