import assert from 'node:assert/strict'
import { test } from 'node:test'
import { map } from '@central-api/testing/feeds/test-feed.ts'
import { feedOf } from '@central-api/testing/platforms/reddit/simulated-feed.ts'
import { nthComment, submission } from '@central-api/testing/platforms/reddit/simulated-submissions.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import { adaptEntry, adaptProfile, feedAddress } from './adapt-entry.ts'

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

test('a text is what its author wrote, without what Reddit writes behind it', () => {
  const selftext_html =
    '<!-- SC_OFF --><div class="md"><p>See <a href="https://a.example/">[link]</a>, submitted by me</p></div><!-- SC_ON -->'
  const html =
    '<div><p>See <a href="https://a.example/" rel="nofollow noopener ugc">[link]</a>, submitted by me</p></div>'
  const expected = buildPost({ ...KNOWN, kind: 'article', text: 'See [link], submitted by me', html })
  assert.deepEqual(read({ selftext_html }), expected)
})

test('a title alone is a title alone', () => {
  assert.deepEqual(read({}), buildPost({ ...KNOWN, kind: 'text' }))
})

test('a link has a card with the thumbnail', () => {
  const url = 'https://baker.example/?a=1&b=2'
  const link = { url, title: null, description: null, imageUrl: THUMBNAIL }
  assert.deepEqual(read(at(url)), buildPost({ ...KNOWN, kind: 'link', link }))
  assert.equal(read(at(url, 'default')).link?.imageUrl, null)
})

test('a picture is media, and so is a film of which only the still is told', () => {
  const url = 'https://i.redd.it/p.jpg'
  const image = buildMedia({ type: 'image', url, previewUrl: THUMBNAIL })
  assert.deepEqual(read(at(url)), buildPost({ ...KNOWN, kind: 'image', media: [image] }))
  const video = buildMedia({ type: 'video', previewUrl: THUMBNAIL })
  assert.deepEqual(read(at('https://v.redd.it/x')), buildPost({ ...KNOWN, kind: 'video', media: [video] }))
})

test('a gallery is no link to itself', () => {
  assert.deepEqual(read(at('https://www.reddit.com/gallery/zq0a9')), buildPost({ ...KNOWN, kind: 'text' }))
})

test('a comment has no title of its own', () => {
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

test('what is neither is left out, and an author without a name of Reddit’s is nobody', () => {
  assert.equal(adaptEntry(buildPost({ id: 't5_b' })), null)
  assert.equal(adaptEntry(buildPost({ id: NAME, author: buildAuthor({ displayName: 'Zoë' }) }))?.author, null)
})

test('a profile of a feed is no more than its description', () => {
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

test('every list has a feed', () => {
  assert.equal(feedAddress('u/acme', 'posts'), 'https://www.reddit.com/user/acme/submitted.rss?sort=new&limit=100')
  assert.equal(feedAddress('r/breadit', 'top'), 'https://www.reddit.com/r/breadit/top.rss?t=all&limit=100')
})
