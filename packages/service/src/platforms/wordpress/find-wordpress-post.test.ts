import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseAllowList } from '../../egress/allow-list.ts'
import { createEgress } from '../../egress/create-egress.ts'
import type { Egress } from '../../egress/egress.ts'
import { isApiError } from '../../errors.ts'
import type { PlatformHttp } from '../platform.ts'
import { createPlatformHttp } from '../platform-http.ts'
import { findWordPressPost } from './find-wordpress-post.ts'
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

  const find = (url: string) => findWordPressPost(http, new URL(url))
  const some = (wants: (post: SimulatedPost) => boolean = () => true) => {
    const post = simulator.posts().find(wants)
    assert.ok(post)
    return post
  }

  test('on any site, by what its page says or by its slug', async () => {
    for (const site of ['blog.example', 'sub.example/blog', 'plain.example', 'moved.example', 'site.wordpress.com']) {
      const post = some((candidate) => !isProtected(candidate))
      const found = await find(`${linkOf(post, `https://${site}`)}?utm_source=x#comments`)
      assert.equal(found?.post.id, String(post.id), site)
      assert.equal(found.post.url, linkOf(post, `https://${site}`))
      assert.equal(found.answer.status, 200)
    }
  })

  test('as the platform’s post, with what its pattern matched', async () => {
    const { id } = some((candidate) => !isProtected(candidate))
    const url = new URL(`https://site.wordpress.com/?p=${id}`)
    const request = {
      http,
      settings: {},
      now: Date.now,
      memo: <T>(_: string, load: () => Promise<T>) => load(),
      url,
      match: {},
    }
    assert.equal((await wordpress.post?.(request))?.post.id, String(id))
  })

  test('one that is not there, not public, or protected', async () => {
    const secret = some(isProtected)
    const codes = {
      'https://blog.example/2026/03/nothing/': 'post_not_found',
      'https://site.wordpress.com/2026/03/07/nothing/': 'post_not_found',
      'https://site.wordpress.com/?p=123456': 'post_not_found',
      'https://missing.example/2026/03/post-1/': 'post_not_found',
      [linkOf(secret, 'https://blog.example')]: 'profile_private',
      [linkOf(secret, 'https://site.wordpress.com')]: 'profile_private',
      'https://site.wordpress.com/?p=9999': 'profile_private',
    } as const
    for (const [url, code] of Object.entries(codes))
      await assert.rejects(find(url), (error) => isApiError(error, code), url)
  })

  test('what is no WordPress is none', async () => {
    assert.equal(await find('https://other.example/'), undefined)
  })

  test('the endpoint of oEmbed is the site’s own, or that of wordpress.com', () => {
    const oembed = (url: string) => wordpress.oembed?.(new URL(url))?.href
    assert.equal(
      oembed('https://blog.example/a/?b=c'),
      'https://blog.example/wp-json/oembed/1.0/embed?url=https%3A%2F%2Fblog.example%2Fa%2F%3Fb%3Dc',
    )
    assert.equal(
      oembed('https://site.wordpress.com/2026/03/07/a/'),
      'https://public-api.wordpress.com/oembed/?for=central-api&url=https%3A%2F%2Fsite.wordpress.com%2F2026%2F03%2F07%2Fa%2F',
    )
  })
})
