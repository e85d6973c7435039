// A real WordPress with a real service over HTTP: all pages, with every field compared with the seed, and validations of its
// posts and pages.

import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { Post } from '../../src/post/post.ts'
import { sanitizeEmbed } from '../../src/validation/oembed/sanitize-embed.ts'
import { checkArrivals, checkAuthors, checkFeed, checkTerms, checkWordPress, walkScan } from './check-wordpress.ts'
import { type RealWordPress, startRealWordPress } from './real-wordpress.ts'
import { SITE } from './seed-posts.ts'
import { startSiteClient } from './start-site-client.ts'

describe('a real WordPress', () => {
  let site: RealWordPress
  before(async () => {
    site = await startRealWordPress()
  })
  after(() => site?.close())

  const start = (context: TestContext) => startSiteClient(context, site.origin)
  const seedAt = (index: number) => {
    const seed = site.seeded[index]
    assert.ok(seed)
    return seed
  }
  const timeless = (post: Post | null) => ({ ...post, source: { ...post?.source, retrievedAt: null } })

  test('all posts are read through the REST API with every field', async (context) => {
    const { scan, used } = await start(context)
    await checkWordPress(scan, site)
    assert.equal(await used(), Math.ceil(site.seeded.length / 20))
  })

  test('a page is charged, and cached for the next client', async (context) => {
    const { send } = await start(context)
    const headersOf = async () => {
      const { headers } = await send('scan-profile', { platform: 'wordpress', handle: site.origin })
      return ['x-cache', 'x-quota-limit', 'x-quota-used', 'x-quota-remaining'].map((name) => headers.get(name))
    }
    assert.deepEqual(await headersOf(), ['miss', '1000000', '1', '999999'])
    assert.deepEqual(await headersOf(), ['hit', '1000000', '2', '999998'])
  })

  test('its feed is read to the end, by its URL and by that of the site', async (context) => {
    const { scan } = await start(context)
    const ids = await checkFeed(scan, site, `${site.origin}/feed/`)
    assert.deepEqual(await checkFeed(scan, site, site.origin), ids)
  })

  test('an author is a profile, by name and by number, with and without posts', async (context) => {
    const { scan } = await start(context)
    await checkAuthors(scan, site)
  })

  test('a category, a tag and a search are profiles, and narrower lists are not', async (context) => {
    const { scan, send } = await start(context)
    await checkTerms(scan, site)
    for (const [path, code] of [
      ['category/none', 'profile_not_found'],
      ['a-page', 'profile_not_found'],
      ['2025/10', 'handle_malformed'],
      ['?s=fish&author=1', 'handle_malformed'],
    ] as const) {
      const { body } = await send('scan-profile', { platform: 'wordpress', handle: `${site.origin}/${path}` })
      assert.equal(body.error?.code, code, path)
    }
    const [page] = await walkScan(scan, 'wordpress', `${site.origin}/?s=fish`)
    assert.equal(page?.profile.kind, 'search')
  })

  test('a validated post is the same as in a scan, with the site’s embed', async (context) => {
    const { scan, validPost } = await start(context)
    const scanned = (await walkScan(scan, 'wordpress', site.origin)).flatMap(({ posts }) => posts)
    for (const { id, url, expected } of site.seeded.slice(0, 10).filter(({ password }) => password === '')) {
      const data = await validPost(`${url}?utm_source=x`)
      assert.deepEqual([data.platform, data.url, data.status], ['wordpress', url, 200])
      assert.deepEqual(timeless(data.post), timeless(scanned.find((post) => post.id === id) ?? null))
      assert.equal((JSON.parse(data.body ?? '') as { id: number }).id, Number(id))
      const { html, ...embed } = data.embed ?? {}
      assert.deepEqual(embed, { type: 'rich', width: 600, height: 338, providerName: SITE.name })
      // A page with TLS would block a frame without it, so only the quote remains.
      const quote = `^<blockquote class="wp-embedded-content" data-secret="\\w+"><a href="${url}" rel="nofollow noopener ugc" target="_blank">[^"]+(?:"quoted")?</a></blockquote>$`
      assert.match(html ?? '', new RegExp(quote))
      const { post, preview } = data
      assert.deepEqual([preview.title, preview.siteName], [expected.title, SITE.name])
      assert.equal(preview.description, post?.summary ?? post?.text)
    }
  })

  test('over TLS, the embed is the site’s own frame with a sandbox', async () => {
    const { url } = seedAt(6)
    const endpoint = `${site.origin}/wp-json/oembed/1.0/embed?url=${encodeURIComponent(url)}`
    const written = (await (await fetch(endpoint)).text()).replaceAll('\\/', '/')
    const secure = (text: string) => text.replaceAll(site.origin, 'https://blog.example')
    assert.match(written, /<script>/)
    const html = sanitizeEmbed(JSON.parse(secure(written)), new URL(secure(url)))?.html ?? ''
    assert.match(
      html,
      /<\/blockquote><iframe src="https:\/\/blog\.example\/[^"]+\/embed\/#\?secret=\w+" title="“Hostile 7” — [^"]+" width="600" height="338" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" [^<>]+><\/iframe>$/,
    )
    assert.doesNotMatch(html, /<script|allow-same-origin|allow-top|\son\w+=/)
  })

  test('a protected or deleted post, and a page that is not a post, are rejected', async (context) => {
    const { refusal, validPost } = await start(context)
    const secret = site.seeded.find(({ password }) => password !== '')
    assert.equal(await refusal(secret?.url ?? ''), 'profile_private')
    assert.equal(await refusal(`${site.origin}/2025/01/01/nothing/`), 'post_not_found')
    for (const path of ['/', '/?s=fish', '/category/uncategorized/', '/author/editor/', '/2025/10/', '/feed/'])
      assert.equal(await refusal(site.origin + path), 'unsupported_post_url', path)

    const id = await site.publish('Soon gone')
    const { url, post } = await validPost(`${site.origin}/?p=${id}`)
    assert.equal(post?.id, id)
    await site.remove(id)
    assert.equal(await refusal(url), 'post_not_found')
  })

  test('a page that is not a post is valid because of its embed', async (context) => {
    const { validPost } = await start(context)
    const { platform, post, embed } = await validPost(`${site.origin}/a-page/`)
    assert.deepEqual([platform, post, embed?.type, embed?.providerName], [null, null, 'rich', SITE.name])
  })

  test('a page is a valid link, with a preview', async (context) => {
    const { validLink } = await start(context)
    const { url, expected } = seedAt(2)
    const { body = '', bytes, preview, ...rest } = await validLink(url)
    assert.deepEqual(rest, {
      valid: true,
      bodyEncoding: 'text',
      url,
      status: 200,
      contentType: 'text/html; charset=UTF-8',
    })
    assert.ok(body.startsWith('<!doctype html>') && body.includes('𝒜stral'))
    assert.equal(bytes, Buffer.byteLength(body))
    assert.deepEqual(preview, {
      title: expected.title,
      description: null,
      imageUrl: null,
      siteName: SITE.name,
      author: null,
      publishedAt: '2025-10-30T10:15:30.000Z',
      canonicalUrl: url,
      oembedUrl: `${site.origin}/wp-json/oembed/1.0/embed?url=${encodeURIComponent(url)}`,
    })
  })

  test('without permalinks, the results are the same', async (context) => {
    const { scan, validPost, refusal } = await start(context)
    context.after(() => site.setPermalinks('/%year%/%monthnum%/%day%/%postname%/'))
    await site.setPermalinks('')
    const plain = { ...site, seeded: site.seeded.map((seed) => ({ ...seed, url: `${site.origin}/?p=${seed.id}` })) }
    const authors = Object.fromEntries(
      Object.entries(site.authors).map(([slug, { id }]) => [slug, { id, url: `${site.origin}/?author=${id}` }]),
    )
    await checkWordPress(scan, { ...plain, authors })
    const { id } = seedAt(0)
    assert.equal((await validPost(`${site.origin}/?p=${id}`)).post?.id, id)
    assert.equal(await refusal(`${site.origin}/?cat=1`), 'unsupported_post_url')
  })

  test('posts that are published while a client pages neither hide nor repeat others', async (context) => {
    const { scan } = await start(context)
    const known = await checkWordPress(scan, site)
    await checkArrivals((await start(context)).scan, site, 'wordpress', site.origin, known)
    const arrived = await walkScan(scan, 'rss', site.origin)
    const guids = arrived.flatMap(({ posts }) => posts.map(({ id }) => id))
    assert.equal(guids.length, known.length + (Math.ceil(known.length / 20) - 1) * 3)
    await checkArrivals((await start(context)).scan, site, 'rss', site.origin, guids)
  })
})
