// A real Ghost with a real service over HTTP: all pages through the Content API and the feed, with every field compared with
// the published posts.

import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { Post } from '../../src/post/post.ts'
import { walkScan } from './check-wordpress.ts'
import { GHOST_SITE, type GhostSeed, type RealGhost, startRealGhost } from './real-ghost.ts'
import { startSiteClient } from './start-site-client.ts'

const HOUR_MS = 3_600_000
const FIRST = Date.parse('2025-10-01T08:00:00.000Z')
const BODIES = [
  '<p>Up at <strong>four</strong> &amp; out.</p>',
  '<p>مرحبا</p><ul><li>one</li><li>two 🌿</li></ul>',
  '<h2>Rules</h2><p>See <a href="https://example.org/?a=1&amp;b=2">the rules</a>.</p><blockquote>Quiet</blockquote>',
]

/** The n-th post, oldest first. Two posts each share a minute. */
const seedOf = (n: number): GhostSeed => ({
  title: `Post ${n} & “more” <3`,
  html: BODIES[n % BODIES.length] ?? '',
  publishedAt: new Date(FIRST + Math.floor(n / 2) * HOUR_MS).toISOString(),
  tags: n % 3 === 0 ? ['Sea & sky', '#internal'] : ['Boats'],
  excerpt: n % 4 === 0 ? `What ${n} is about` : null,
  image: n % 5 === 0 ? { url: `https://cdn.example/${n}.jpg`, alt: 'A boat' } : null,
  visibility: n === 7 ? 'members' : 'public',
  status: 'published',
})
const SEEDS = Array.from({ length: 45 }, (_, n) => seedOf(n))

describe('a real Ghost', () => {
  let site: RealGhost
  before(async () => {
    site = await startRealGhost([...SEEDS, { ...seedOf(90), status: 'draft' }])
  })
  after(() => site?.close())

  /** Without `key`, the site is read through its feed. */
  const start = (context: TestContext, key: string | undefined = site.contentKey) =>
    startSiteClient(context, site.origin, {
      GHOST_BASE_URL: site.origin,
      ...(key !== '' && { GHOST_CONTENT_KEYS: `${site.host}=${key}` }),
    })
  const postsOf = (pages: readonly { readonly posts: readonly Post[] }[]) => pages.flatMap(({ posts }) => posts)

  test('all posts are read through the Content API with every field', async (context) => {
    const { scan, used } = await start(context)
    const pages = await walkScan(scan, 'ghost', site.host)
    const posts = postsOf(pages)
    assert.deepEqual(posts.map(({ id }) => id).toSorted(), site.ids.slice(0, SEEDS.length).toSorted())
    const times = posts.map(({ publishedAt }) => publishedAt ?? '')
    assert.deepEqual(times, times.toSorted().reverse())
    assert.equal(await used(), pages.length)
    for (const post of posts) assertPost(post, site.ids.indexOf(post.id))
    const { profile } = pages[0] ?? assert.fail()
    assert.deepEqual(
      [profile.handle, profile.displayName, profile.url, profile.counts.posts],
      [site.host, GHOST_SITE.title, `${site.origin}/`, SEEDS.length],
    )
  })

  const assertPost = (post: Post, n: number) => {
    const seed = SEEDS[n] ?? assert.fail(`${n}`)
    assert.deepEqual([post.title, post.publishedAt, post.pinned], [seed.title, seed.publishedAt, null])
    assert.deepEqual(
      post.tags,
      seed.tags.filter((tag) => !tag.startsWith('#')),
    )
    assert.match(post.url ?? '', new RegExp(`^${site.origin}/post-${n}-`))
    assert.equal(post.author?.displayName, GHOST_SITE.author)
    assert.equal(post.source.kind, 'official_api')
    if (seed.visibility === 'members') return assert.deepEqual([post.text, post.html], [null, null])
    const [image] = post.media
    assert.deepEqual([image?.url ?? null, image?.alt ?? null], [seed.image?.url ?? null, seed.image?.alt ?? null])
    if (seed.excerpt !== null) assert.equal(post.summary, seed.excerpt)
    const words = ['Up at four & out.', 'مرحبا\n\n• one\n• two 🌿', 'Rules\n\nSee the rules']
    assert.equal((post.text ?? '').slice(0, 5), words[n % BODIES.length]?.slice(0, 5))
    assert.match(
      post.html ?? '',
      [
        /<strong>four<\/strong> &amp; out/,
        /<li>two 🌿<\/li>/,
        /<a href="https:\/\/example\.org\/\?a=1&amp;b=2&amp;ref=/,
      ][n % BODIES.length] ?? /^$/,
    )
  }

  test('an author and a tag are separate profiles', async (context) => {
    const { scan } = await start(context)
    const author = await walkScan(scan, 'ghost', `${site.host}/author/rosa`)
    assert.equal(author[0]?.profile.displayName, GHOST_SITE.author)
    assert.equal(postsOf(author).length, SEEDS.length)
    const tag = await walkScan(scan, 'ghost', `${site.host}/tag/sea-sky`)
    assert.equal(tag[0]?.profile.displayName, 'Sea & sky')
    assert.equal(postsOf(tag).length, SEEDS.filter(({ tags }) => tags.includes('Sea & sky')).length)
  })

  test('posts that are published while a client pages neither hide nor repeat others', async (context) => {
    const { scan } = await start(context)
    const written: string[] = []
    const pages = await walkScan(scan, 'ghost', site.host, async () => {
      written.push(await site.write({ ...seedOf(99), publishedAt: new Date(Date.now() - HOUR_MS).toISOString() }))
    })
    for (const id of written) await site.remove(id)
    assert.ok(written.length >= 2)
    assert.deepEqual(
      postsOf(pages)
        .map(({ id }) => id)
        .toSorted(),
      site.ids.slice(0, SEEDS.length).toSorted(),
    )
  })

  test('an unknown key is reported, and without a key the feed has the newest posts', async (context) => {
    const wrong = await start(context, '0'.repeat(26))
    const { body } = await wrong.send('scan-profile', { platform: 'ghost', handle: site.host })
    // The feed replaces the API if the key is rejected.
    assert.ok(body.ok, JSON.stringify(body.error))
    const { scan } = await start(context, '')
    const posts = postsOf(await walkScan(scan, 'ghost', site.host))
    assert.ok(posts.length >= 15, `${posts.length}`)
    assert.equal(new Set(posts.map(({ id }) => id)).size, posts.length)
    assert.ok(posts.every(({ source }) => source.kind === 'feed'))
    assert.equal(posts[0]?.title, SEEDS[44]?.title)
  })

  test('a missing site, author or tag is not found', async (context) => {
    const { send } = await start(context)
    const codeOf = async (handle: string) =>
      (await send('scan-profile', { platform: 'ghost', handle })).body.error?.code
    for (const path of ['author/nobody', 'tag/nothing'])
      assert.equal(await codeOf(`${site.host}/${path}`), 'profile_not_found')
  })

  test('a single post is read by its URL', async (context) => {
    const { scan, validPost, refusal } = await start(context)
    const { posts } = await scan('ghost', site.host, undefined)
    const { pathname } = new URL(posts[3]?.url ?? '')
    const { platform, post } = await validPost(`https://${site.host}${pathname}`)
    assert.deepEqual([platform, post?.id, post?.html], ['ghost', posts[3]?.id, posts[3]?.html])
    assert.equal(await refusal(`https://${site.host}/nothing-here/`), 'post_not_found')
  })
})
