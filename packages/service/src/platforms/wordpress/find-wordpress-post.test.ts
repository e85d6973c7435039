import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PUBLIC } from '@central-api/service/upstream/contract/reach.ts'
import { createWalker, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { isProtected, linkOf, type SimulatedPost } from '@central-api/testing/platforms/wordpress/simulated-posts.ts'
import { startWordPressSimulator, type WordPressSimulator } from '@central-api/testing/platforms/wordpress/simulator.ts'
import { isApiError } from '../../errors.ts'
import type { Response } from '../../upstream/contract/call.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { findHostedPost, findPagePost } from './find-wordpress-post.ts'
import { wordpress } from './wordpress.ts'

describe('one post by its URL', () => {
  let simulator: WordPressSimulator
  let walker: Walker
  before(async () => {
    simulator = await startWordPressSimulator()
    walker = createWalker(wordpress, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  /** The context of a separate fetch, which shares no responses with others. */
  const context = () => {
    const platform: Platform = wordpress
    const [source] = platform.sources
    assert.ok(source)
    const fetch = {
      platform,
      source,
      handle: undefined,
      isClientHost: () => true,
      isLater: false,
      licenseId: undefined,
      access: PUBLIC,
    }
    const signal = new AbortController().signal
    const made = walker.start().upstreams.contexts({ ...fetch, signal, deadline: Date.now() + 5_000 })
    return { ...made, ask: made.send }
  }
  const findHosted = (url: string) => findHostedPost({ ...context(), url: new URL(url), match: {}, accounts: [] })
  const pageAt = (url: string) => context().send({ url, accept: 'text/html', answers: [404] })
  /** Finds the post of a page, after `change` has altered the page. */
  const find = async (url: string, change: (page: Response) => Response = (page) => page) => {
    const page = await pageAt(url)
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

  test('finds a post on any site, by its page or by its slug', async () => {
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

  test('finds a hosted post by the URL pattern of the platform', async () => {
    const { id } = some((candidate) => !isProtected(candidate))
    assert.equal((await walker.post(`https://site.wordpress.com/?p=${id}`)).post.id, String(id))
  })

  test('refuses a missing, a private and a protected post', async () => {
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

  test('finds a post by its slug when the page names no route, if the link of the post is the URL', async () => {
    const silent = (page: Response): Response => ({
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

  test('finds no post at other pages, with the fewest calls', async () => {
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

  test('a page that links to another site’s API has none of that site’s posts', async () => {
    const post = some((candidate) => !isProtected(candidate))
    const page = await pageAt(linkOf(post, 'https://blog.example'))
    const posing = { ...context(), page, url: new URL('https://posing.example/a-post/') }
    assert.equal(await findPagePost(posing), undefined)
    assert.ok((await findPagePost({ ...posing, url: new URL('https://www.blog.example/a-post/') }))?.post)
  })

  test('returns a post without data when the API is closed, unless the page has a password form', async () => {
    const post = some((candidate) => !isProtected(candidate))
    for (const site of ['walled.example', 'closed.example']) {
      const url = linkOf(post, `https://${site}`)
      assert.deepEqual(await find(url), { post: null })
      const form = '<form action="https://x.example/wp-login.php?action=postpass" method="post">'
      const client = (page: Response): Response => ({ ...page, text: () => page.text() + form })
      await assert.rejects(find(url, client), (error) => isApiError(error, 'profile_private'))
      assert.equal(await find(`https://${site}/category/news/`), undefined)
    }
  })

  test('passes on the error of a failing API', async () => {
    const url = linkOf(some(), 'https://blog.example')
    const page = await pageAt(url)
    simulator.failNext({ status: 429, headers: { 'retry-after': '7' } })
    await assert.rejects(
      findPagePost({ ...context(), page, url: new URL(url) }),
      (error) => isApiError(error, 'platform_rate_limited') && error.retryAfterSeconds === 7,
    )
  })

  test('uses the oEmbed endpoint of wordpress.com', () => {
    assert.equal(
      wordpress.oembed?.(new URL('https://site.wordpress.com/2026/03/07/a/'))?.href,
      'https://public-api.wordpress.com/oembed/?url=https%3A%2F%2Fsite.wordpress.com%2F2026%2F03%2F07%2Fa%2F&for=central-api',
    )
  })
})
