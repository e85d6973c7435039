import assert from 'node:assert/strict'
import { test } from 'node:test'
import { map } from '@central-api/testing/feeds/test-feed.ts'
import { feedOf } from '@central-api/testing/platforms/reddit/simulated-feed.ts'
import { nthComment, submission } from '@central-api/testing/platforms/reddit/simulated-submissions.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import { adaptEntry, adaptProfile, feedUrl } from './adapt-entry.ts'

const NAME = 't3_zq0a9'
const ACME = buildAuthor({ handle: 'u/acme', url: 'https://www.reddit.com/user/acme/' })
const THUMBNAIL = 'https://b.thumbs.redditmedia.com/t.jpg'
const KNOWN = {
  id: submission(1).name as string,
  url: `https://www.reddit.com${submission(1).permalink}`,
  title: 'Loaf 1 & butter <3',
  publishedAt: '2026-05-28T20:27:40.000Z',
  author: ACME,
}

const read = (more: object) => {
  const { body } = feedOf('/user/acme/submitted.rss', [submission(1, more as Record<string, unknown>)])
  const { posts } = map(String(body), 'https://www.reddit.com/user/acme/submitted.rss')
  const [post] = posts.map(adaptEntry)
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  return post
}
const at = (url: string, thumbnail: string = THUMBNAIL) => ({
  is_self: false,
  url,
  url_overridden_by_dest: url,
  thumbnail,
})

test('maps a text without the lines that Reddit appends', () => {
  const selftext_html =
    '<!-- SC_OFF --><div class="md"><p>See <a href="https://a.example/">[link]</a>, submitted by me</p></div><!-- SC_ON -->'
  const html =
    '<div><p>See <a href="https://a.example/" rel="nofollow noopener ugc">[link]</a>, submitted by me</p></div>'
  const expected = buildPost({ ...KNOWN, kind: 'article', text: 'See [link], submitted by me', html })
  assert.deepEqual(read({ selftext_html }), expected)
})

test('maps an entry with only a title', () => {
  assert.deepEqual(read({}), buildPost({ ...KNOWN, kind: 'text' }))
})

test('maps a link to a card with the thumbnail', () => {
  const url = 'https://baker.example/?a=1&b=2'
  const link = { url, title: null, description: null, imageUrl: THUMBNAIL }
  assert.deepEqual(read(at(url)), buildPost({ ...KNOWN, kind: 'link', link }))
  assert.equal(read(at(url, 'default')).link?.imageUrl, null)
})

test('maps an image, and a video with only its thumbnail, to media', () => {
  const url = 'https://i.redd.it/p.jpg'
  const image = buildMedia({ type: 'image', url, previewUrl: THUMBNAIL })
  assert.deepEqual(read(at(url)), buildPost({ ...KNOWN, kind: 'image', media: [image] }))
  const video = buildMedia({ type: 'video', previewUrl: THUMBNAIL })
  assert.deepEqual(read(at('https://v.redd.it/x')), buildPost({ ...KNOWN, kind: 'video', media: [video] }))
})

test('maps a gallery without a link to itself', () => {
  assert.deepEqual(read(at('https://www.reddit.com/gallery/zq0a9')), buildPost({ ...KNOWN, kind: 'text' }))
})

test('maps a comment without a title', () => {
  const { body } = feedOf('/user/acme/comments.rss', [nthComment(1)])
  const { posts } = map(String(body), 'https://www.reddit.com/user/acme/comments.rss')
  const { name: id, permalink } = nthComment(1)
  assert.deepEqual(posts.map(adaptEntry), [
    buildPost({
      id: String(id),
      url: `https://www.reddit.com${permalink}`,
      kind: 'text',
      text: 'Answer 1',
      html: '<div><p>Answer 1</p>\n</div>',
      publishedAt: '2026-05-28T20:28:10.000Z',
      author: ACME,
    }),
  ])
})

test('skips other entries, and maps an author without a Reddit name to null', () => {
  assert.equal(adaptEntry(buildPost({ id: 't5_b' })), null)
  assert.equal(adaptEntry(buildPost({ id: NAME, author: buildAuthor({ displayName: 'Zoë' }) }))?.author, null)
})

test('maps only the description of a feed to the profile', () => {
  const reported = buildProfile({
    id: '/r/b.rss',
    handle: 'r/breadit',
    displayName: 'newest submissions : breadit',
    avatarUrl: 'https://www.redditstatic.com/icon.png',
    bio: { text: 'Bread', html: '<p>Bread</p>' },
  })
  assert.deepEqual(
    adaptProfile(reported, 'r/breadit'),
    buildProfile({
      handle: 'r/breadit',
      url: 'https://www.reddit.com/r/breadit/',
      bio: { text: 'Bread', html: '<p>Bread</p>' },
    }),
  )
})

test('builds the feed URL of every list', () => {
  assert.equal(feedUrl('u/acme', 'posts'), 'https://www.reddit.com/user/acme/submitted.rss?sort=new&limit=100')
  assert.equal(feedUrl('r/breadit', 'top'), 'https://www.reddit.com/r/breadit/top.rss?t=all&limit=100')
})
