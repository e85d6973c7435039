import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseAllowList } from '../../egress/allow-list.ts'
import { createEgress } from '../../egress/create-egress.ts'
import type { Egress } from '../../egress/egress.ts'
import { isApiError } from '../../errors.ts'
import type { HttpAnswer, PlatformHttp } from '../platform.ts'
import { createPlatformHttp } from '../platform-http.ts'
import { findHostedPost, findPagePost } from './find-wordpress-post.ts'
import { isProtected, linkOf, type SimulatedPost } from './simulated-posts.ts'
import { startWordPressSimulator, type WordPressSimulator } from './simulator.ts'
import { wordpress } from './wordpress.ts'

describe('one post by its address', () => {
  let simulator: WordPressSimulator
  let egress: Egress
  let http: PlatformHttp
  before(async () => {
    simulator = await startWordPressSimulator()
    egress = createEgress({ allow: parseAllowList(new URL(simulator.origin).host) })
    http = createPlatformHttp({ egress, baseUrl: simulator.origin, remainingMs: () => 5_000 })
  })
  after(async () => {
    await egress.close()
    await simulator.close()
  })

  const context = () => ({ http, settings: {}, now: Date.now, memo: <T>(_: string, load: () => Promise<T>) => load() })
  const findHosted = (url: string) => findHostedPost(http, new URL(url))
  /** What a page is taken for, changed on the way where `change` says so. */
  const find = async (url: string, change: (page: HttpAnswer) => HttpAnswer = (page) => page) => {
    const page = await http.get(url)
    return findPagePost({ ...context(), page: change(page), url: new URL(url) })
  }
  const callsOf = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
    const before = simulator.calls()
    return [await work(), simulator.calls() - before]
  }
  const some = (wants: (post: SimulatedPost) => boolean = () => true) => {
    const post = simulator.posts().find(wants)
    assert.ok(post)
    return post
  }

  test('on any site, by what its page says or by its slug', async () => {
    for (const site of ['blog.example', 'sub.example/blog', 'plain.example', 'moved.example', 'site.wordpress.com']) {
      const post = some((candidate) => !isProtected(candidate))
      const url = `${linkOf(post, `https://${site}`)}?utm_source=x#comments`
      const [found, calls] = await callsOf(() => (site.endsWith('.wordpress.com') ? findHosted(url) : find(url)))
      assert.ok(found?.post)
      assert.ok(calls <= 2, `${site} took ${calls} calls`)
      assert.equal(found.post.id, String(post.id), site)
      assert.equal(found.post.url, linkOf(post, `https://${site}`))
      assert.equal(found.answer.status, 200)
    }
  })

  test('as the platform’s post, with what its pattern matched', async () => {
    const { id } = some((candidate) => !isProtected(candidate))
    const url = new URL(`https://site.wordpress.com/?p=${id}`)
    assert.equal((await wordpress.post?.({ ...context(), url, match: {} }))?.post.id, String(id))
  })

  test('one that is not there, not public, or protected', async () => {
    const secret = some(isProtected)
    const codes = {
      'https://site.wordpress.com/2026/03/07/nothing/': 'post_not_found',
      'https://site.wordpress.com/?p=123456': 'post_not_found',
      [linkOf(secret, 'https://site.wordpress.com')]: 'profile_private',
      'https://site.wordpress.com/?p=9999': 'profile_private',
    } as const
    for (const [url, code] of Object.entries(codes))
      await assert.rejects(findHosted(url), (error) => isApiError(error, code), url)
    await assert.rejects(find(linkOf(secret, 'https://blog.example')), (error) => isApiError(error, 'profile_private'))
  })

  test('where the page does not say what it is, its slug does, if the post found is at its address', async () => {
    const silent = (page: HttpAnswer): HttpAnswer => ({
      ...page,
      headers: { ...page.headers, link: page.headers.link?.split(', ')[0] ?? '' },
    })
    const { id } = some((candidate) => !isProtected(candidate))
    const url = linkOf(
      some((candidate) => candidate.id === id),
      'https://blog.example',
    )
    const [found, calls] = await callsOf(() => find(url, silent))
    assert.deepEqual([found?.post?.id, calls], [String(id), 2])
    const elsewhere = url.replace('blog.example/', 'blog.example/category/')
    assert.equal(await find(elsewhere, silent), undefined)
  })

  test('what is no post is none, and asked about no further than needed', async () => {
    for (const [url, most] of [
      ['https://other.example/', 1],
      ['https://blog.example/', 1],
      ['https://blog.example/author/second-hand/', 1],
      ['https://blog.example/category/news/', 2],
    ] as const) {
      const [found, calls] = await callsOf(() => find(url))
      assert.deepEqual([found, calls], [undefined, most], url)
    }
  })

  test('a page that names the API of another site has none of its posts', async () => {
    const post = some((candidate) => !isProtected(candidate))
    const page = await http.get(linkOf(post, 'https://blog.example'))
    const posing = { ...context(), page, url: new URL('https://posing.example/a-post/') }
    assert.equal(await findPagePost(posing), undefined)
    assert.ok((await findPagePost({ ...posing, url: new URL('https://www.blog.example/a-post/') }))?.post)
  })

  test('a post whose API is closed is one that only the page tells, unless it asks for a password', async () => {
    const post = some((candidate) => !isProtected(candidate))
    for (const site of ['walled.example', 'closed.example']) {
      const url = linkOf(post, `https://${site}`)
      assert.deepEqual(await find(url), { post: null })
      const form = '<form action="https://x.example/wp-login.php?action=postpass" method="post">'
      const asking = (page: HttpAnswer): HttpAnswer => ({ ...page, text: () => page.text() + form })
      await assert.rejects(find(url, asking), (error) => isApiError(error, 'profile_private'))
      assert.equal(await find(`https://${site}/category/news/`), undefined)
    }
  })

  test('an API that fails is told as it is', async () => {
    const url = linkOf(some(), 'https://blog.example')
    const page = await http.get(url)
    simulator.failNext({ status: 429, headers: { 'retry-after': '7' } })
    await assert.rejects(
      findPagePost({ ...context(), page, url: new URL(url) }),
      (error) => isApiError(error, 'platform_rate_limited') && error.retryAfterSeconds === 7,
    )
  })

  test('the endpoint of oEmbed is that of wordpress.com', () => {
    assert.equal(
      wordpress.oembed?.(new URL('https://site.wordpress.com/2026/03/07/a/'))?.href,
      'https://public-api.wordpress.com/oembed/?url=https%3A%2F%2Fsite.wordpress.com%2F2026%2F03%2F07%2Fa%2F&for=central-api',
    )
  })
})
