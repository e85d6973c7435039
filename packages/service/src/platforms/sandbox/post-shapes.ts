// A row for each shape of a post: every kind, every relation, and texts that often break layouts and databases. URLs contain the
// post's number, so that no two posts share a file.

import { buildMedia, buildPoll, type buildPost } from '../../post/build-post.ts'
import type { Media, PostReference } from '../../post/post.ts'
import { OTHER_AUTHOR } from './made-up-profile.ts'
import { SANDBOX_ORIGIN } from './urls.ts'

export type Draft = Omit<Parameters<typeof buildPost>[0], 'id'>

const file = (number: number, name: string) => `${SANDBOX_ORIGIN}/media/${number}-${name}`

const image = (number: number, part: number, more: Partial<Media> = {}): Media =>
  buildMedia({
    type: 'image',
    url: file(number, `${part}.png`),
    previewUrl: file(number, `${part}-small.png`),
    width: 1600,
    height: [900, 1600, 2000][part % 3] ?? 900,
    alt: `A made-up picture, number ${part}`,
    ...more,
  })

const video = (number: number, more: Partial<Media> = {}): Media =>
  buildMedia({
    type: 'video',
    url: file(number, 'film.mp4'),
    previewUrl: file(number, 'film.png'),
    width: 1920,
    height: 1080,
    durationSeconds: 93.5,
    ...more,
  })

/** Media without a file, which only the embedded player can play. */
const player = (number: number, type: 'video' | 'audio'): Media =>
  buildMedia({
    type,
    previewUrl: file(number, 'film.png'),
    embedUrl: `${SANDBOX_ORIGIN}/player/demo/${number}`,
    width: 1280,
    height: 720,
  })

/** Open and closed polls, some of which hide their votes until they end. */
const poll = (number: number): Draft['poll'] => {
  const closed = number % 3 === 0
  const votes = closed ? [12, 0, 30] : [null, null, null]
  return buildPoll({
    options: ['The first', 'The second', 'Neither'].map((text, index) => ({ text, votes: votes[index] ?? null })),
    votes: 42,
    voters: closed ? 40 : null,
    multiple: closed,
    endsAt: closed ? '2026-01-31T12:00:00.000Z' : null,
    closed,
  })
}

const refer = (number: number): PostReference => ({
  id: String(5000 + number),
  url: `${SANDBOX_ORIGIN}/@other/${5000 + number}`,
  author: OTHER_AUTHOR,
})

const LONG_TEXT = Array.from(
  { length: 40 },
  (_, index) =>
    `Paragraph ${index + 1} of a long post. It has more words than a card can show, so a layout has to fold it somewhere and offer the rest.`,
).join('\n\n')

const RICH_TEXT = 'With strong and gentle words, a link and:\n\na list\nof two\n\nand a quotation\n\nlet code = true'
const RICH_HTML =
  '<p>With <strong>strong</strong> and <em>gentle</em> words, ' +
  `a <a href="${SANDBOX_ORIGIN}/about" rel="nofollow noopener ugc">link</a> and:</p>` +
  '<ul><li>a list</li><li>of two</li></ul><blockquote><p>and a quotation</p></blockquote><pre><code>let code = true</code></pre>'

export const SHAPES: readonly ((number: number) => Draft)[] = [
  (number) => ({ text: `A plain post, number ${number}.`, language: 'en' }),
  (number) => ({ text: 'A picture with a description', language: 'en', media: [image(number, 1)] }),
  (number) => ({ text: 'A film with sound', language: 'en', media: [video(number)] }),
  (number) => ({
    text: `An address in the text: ${SANDBOX_ORIGIN}/news/${number}?a=1&b=2, and #hashtags.\n\nA second paragraph,\nand a line.`,
    language: 'en-GB',
    tags: ['hashtags'],
  }),
  (number) => ({
    text: 'A link with a card',
    language: 'en',
    link: {
      url: `${SANDBOX_ORIGIN}/news/${number}`,
      title: 'The title of the page behind the link',
      description: 'What the page is about, in a sentence or two.',
      imageUrl: file(number, 'card.png'),
    },
  }),
  (number) => ({ text: 'Four pictures', language: 'en', media: [1, 2, 3, 4].map((part) => image(number, part)) }),
  (number) => ({ text: 'Which one?', language: 'en', poll: poll(number) }),
  (number) => ({ text: 'Somebody else’s post, passed on', language: 'en', repostOf: refer(number) }),
  (number) => ({ text: '@other An answer to somebody else', language: 'en', replyTo: refer(number) }),
  (number) => ({ text: 'What somebody else said, with a remark', language: 'en', quoteOf: refer(number) }),
  (number) => ({
    text: 'A recording',
    language: 'en',
    media: [buildMedia({ type: 'audio', url: file(number, 'song.wav'), durationSeconds: 1805 })],
  }),
  () => ({ text: 'שלום עולם! זהו פוסט מומצא 🌍 עם example באמצע.', language: 'he' }),
  () => ({ text: '👩‍👩‍👧‍👦🏳️‍🌈👍🏽 𝒎𝒂𝒕𝒉 𠮷野家 ẞ e\u0301 🇺🇳', language: null }),
  (number) => ({ text: null, language: null, media: [image(number, 2, { alt: null, width: null, height: null })] }),
  () => ({ text: LONG_TEXT, language: 'en' }),
  (number) => ({ text: 'Not for everybody’s eyes', language: 'en', sensitive: true, media: [image(number, 0)] }),
  () => ({ text: '日本語の投稿です。これは作り話です。', language: 'ja' }),
  () => ({ text: '<b>Not bold</b> & <script>alert("not run")</script> &amp; \'quoted\' 1 < 2', language: 'en' }),
  (number) => ({
    text: 'A picture that moves',
    language: 'en',
    media: [buildMedia({ ...video(number), type: 'gif', url: file(number, 'loop.mp4'), durationSeconds: null })],
  }),
  (number) => ({
    text: 'Pictures and a film together',
    language: 'de',
    media: [image(number, 1), video(number), image(number, 2)],
  }),
  (number) => ({
    text: 'An upright film without a picture to show first',
    language: 'fr',
    media: [video(number, { width: 1080, height: 1920, previewUrl: null, durationSeconds: 14.2 })],
  }),
  () => ({
    title: 'A longer article',
    summary: 'What the article is about, in words of its own.',
    text: RICH_TEXT,
    html: RICH_HTML,
    language: 'en',
    tags: ['Articles', 'made up', '日本語'],
  }),
  (number) => ({
    text: null,
    language: null,
    link: { url: `${SANDBOX_ORIGIN}/bare/${number}`, title: null, description: null, imageUrl: null },
  }),
  (number) => ({
    title: 'An article with pictures and a player',
    text: 'A picture:\n\nAnd a player.',
    html:
      `<p>A picture:</p><figure><img src="${file(number, '1.png')}" alt="A made-up picture, number 1" /></figure>` +
      `<p>And a <a href="${SANDBOX_ORIGIN}/@demo/${number}" rel="nofollow noopener ugc">player</a>.</p>`,
    language: 'en',
    tags: ['Articles'],
    media: [image(number, 1), player(number, 'video')],
  }),
  (number) => ({
    kind: 'video',
    title: 'A film that only its player shows',
    text: 'What the film is about.',
    language: 'en',
    media: [player(number, 'video')],
  }),
  (number) => ({ title: 'A recording in a player', language: 'en', media: [player(number, 'audio')] }),
  (number) => ({
    text: 'A picture whose address stops working',
    language: 'en',
    media: [image(number, 1, { expiresAt: '2026-02-28T23:59:59.000Z' })],
  }),
  () => ({ text: 'هذا منشور مُختلَق للتجربة', language: 'ar' }),
  (number) => ({ text: null, language: null, repostOf: { id: null, url: refer(number).url, author: null } }),
  () => ({ text: 'यह एक काल्पनिक पोस्ट है।', language: 'hi' }),
  (number) => ({
    text: 'An answer in one’s own thread',
    language: 'en',
    replyTo: { id: String(number - 1), url: `${SANDBOX_ORIGIN}/@demo/${number - 1}`, author: null },
  }),
  () => ({
    text: 'A post that tells nothing but its text',
    url: null,
    language: null,
    author: null,
    sensitive: null,
    pinned: null,
    metrics: {},
  }),
]
