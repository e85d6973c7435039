import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ALL_PLATFORMS } from '../platforms/all.ts'
import { POSTS_ONLY } from '../platforms/posts-only.ts'
import type { PostAddresses } from '../upstream/contract/platform.ts'
import { compilePostUrls, findPost } from './compile-post-urls.ts'
import { parseUrl } from './parse-url.ts'
import { SHORTENERS } from './shorteners.ts'

const ACME: PostAddresses = {
  parts: { user: '[a-z]{2,20}', id: '\\d{1,10}', uuid: '[0-9a-f]{4}-[0-9a-f]{4}', country: '[a-z]{2}' },
  patterns: {
    'acme.example/@{user}/{id}': 'https://acme.example/@{user}/{id}',
    'acme.example/@{user}/{id:uuid}': 'https://acme.example/@{user}/{id}',
    'acme.example/watch?v={id}&u={user}': 'https://acme.example/@{user}/{id}',
    'acme.example/open/{id}/**': 'https://acme.example/open/{id}',
    '{user}.blogs.example/{title}/': 'https://{user}.blogs.example/{title}/',
    'at://{user}/example.acme.note/{id}': 'https://acme.example/@{user}/{id}',
  },
  hosts: { 'acme-old.example': 'acme.example', '{country}.acme.example': 'acme.example' },
  domains: ['acme.example', 'acm.example'],
  short: ['acm.example/{code}', 'acme.example/s/{id}'],
}

const own = (url: string | URL, posts = ACME) => findPost(posts, url)?.url.href
const read = (url: string) => {
  const found = parseUrl(url)
  assert.ok(found, url)
  return found
}

describe('URL patterns', () => {
  /** URL → the post's canonical URL. */
  const POSTS: readonly (readonly [string, string])[] = [
    ['https://acme.example/@garden/12', 'https://acme.example/@garden/12'],
    ['http://www.acme.example/@garden/12/?utm_source=x#top', 'https://acme.example/@garden/12'],
    ['https://m.acme.example/%40garden/12', 'https://acme.example/@garden/12'],
    ['https://de.acme.example/@garden/12', 'https://acme.example/@garden/12'],
    ['https://www.acme-old.example/@garden/12', 'https://acme.example/@garden/12'],
    ['https://acme.example/@garden/00ff-aa11', 'https://acme.example/@garden/00ff-aa11'],
    ['https://acme.example/watch/?x=1&u=garden&v=12', 'https://acme.example/@garden/12'],
    ['https://acme.example/open/12', 'https://acme.example/open/12'],
    ['https://acme.example/open/12/photo/1', 'https://acme.example/open/12'],
    ['https://old.blogs.example/a-title', 'https://old.blogs.example/a-title/'],
    ['at://garden/example.acme.note/12', 'https://acme.example/@garden/12'],
    ['https://acme.example/watch?v=12?si=x&u=garden', 'https://acme.example/@garden/12'],
    ['https://acme.example/watch?v=12%26x&amp;u=garden', 'https://acme.example/@garden/12'],
    ['https://acme.example/watch&v=12&u=garden', 'https://acme.example/@garden/12'],
    ['https://acme.example/@garden/12&t=3', 'https://acme.example/@garden/12'],
    ['https://acme.example/@garden/12%23t', 'https://acme.example/@garden/12'],
    ['https://acme.example/#/@garden/12', 'https://acme.example/@garden/12'],
  ]
  for (const [url, expected] of POSTS) test(`${url} is a post`, () => assert.equal(own(url), expected))

  for (const url of [
    'https://acme.example/@garden/12/likes',
    'https://acme.example/@GARDEN/12',
    'https://acme.example/@garden/12x',
    'https://acme.example/@garden/00ff',
    'https://acme.example/watch?v=12',
    'https://acme.example/watch?v=12x&u=garden',
    'https://acme.example/openly/12',
    'https://acme.example/open/12x',
    'https://other.example/@garden/12',
    'https://acme.example.evil.example/@garden/12',
    'https://acmeXexample/@garden/12',
    'https://www.blogs.example/a-title',
    'https://a.b.blogs.example/a-title',
    'https://acme.example:8443/@garden/12',
    'https://user@acme.example/@garden/12',
    'ftp://acme.example/@garden/12',
    'at://garden/example.acme.like/12',
    'at://acme.example/@garden/12',
    'https://garden/example.acme.note/12',
    'no URL',
    '',
  ])
    test(`${url || 'nothing'} is no post URL`, () => assert.equal(own(url), undefined))

  test('parts are returned under their own names, not under the names of their shapes', () => {
    assert.deepEqual(findPost(ACME, 'https://acme.example/@garden/00ff-aa11')?.match, {
      user: 'garden',
      id: '00ff-aa11',
    })
  })

  test('accepts a DID as the authority of an AT URI', () => {
    const posts = { patterns: { 'at://{actor}/note/{key}': 'https://acme.example/{actor}/{key}' } }
    assert.equal(own('at://did:plc:abc/note/3k', posts), 'https://acme.example/did:plc:abc/3k')
  })

  test('treats a platform host without a pattern as a short-link host, except for its front page', () => {
    const { isShort } = compilePostUrls(ACME)
    for (const url of ['https://go.us.acme.example/x', 'https://click.acme.example/a/b?c=d'])
      assert.ok(isShort(read(url)), url)
    for (const url of [
      'https://click.acme.example/',
      'https://acme.example/@garden',
      'https://acm.example/a/b',
      'https://desk.blogs.example/a/b',
      'https://click.other.example/x',
    ])
      assert.ok(!isShort(read(url)), url)
  })

  test('`given` patterns apply only when the platform is named, and a host in a path is an unknown host', () => {
    const posts: PostAddresses = {
      parts: { server: '[a-z0-9-]+(?:\\.[a-z0-9-]+)+', app: '[^.]+(?:\\.[^.]+)+', id: '\\d{1,10}' },
      patterns: { 'app.example/{host:server}/{id}': 'https://{host}/{id}' },
      given: { '{app}/{host:server}/{id}': 'https://{host}/{id}' },
    }
    const { find, findGiven } = compilePostUrls(posts)
    assert.deepEqual(find(read('https://app.example/acme.example/12')), {
      url: new URL('https://acme.example/12'),
      match: { host: 'acme.example', id: '12' },
      isAnyHost: true,
    })
    assert.equal(find(read('https://other.example/acme.example/12')), undefined)
    assert.equal(findGiven(read('https://other.example/acme.example/12'))?.url.href, 'https://acme.example/12')
    assert.equal(findGiven(read('https://other.example/localhost/12')), undefined)
  })

  test('a short link is no post, and the platform owns its domains with all their subdomains', () => {
    const { isShort, owns, find } = compilePostUrls(ACME)
    for (const url of ['https://acm.example/x-Y1', 'https://www.acme-old.example/s/12']) {
      assert.ok(isShort(read(url)), url)
      assert.equal(find(read(url)), undefined)
    }
    assert.ok(!isShort(read('https://acme.example/s/x')))
    for (const host of ['acme.example', 'help.acme.example', 'acme-old.example', 'm.acm.example']) assert.ok(owns(host))
    for (const host of ['notacme.example', 'example', 'desk.blogs.example']) assert.ok(!owns(host), host)
    assert.ok(SHORTENERS.isShort(read('https://bit.ly/3AbC')))
    assert.ok(!SHORTENERS.isShort(read('https://bit.ly/')))
  })
})

describe('post URLs at any host', () => {
  const ANY_HOST: PostAddresses = {
    parts: { id: '\\d{1,10}', short: '[1-9A-HJ-NP-Za-km-z]{22}' },
    patterns: {
      '{host}/post/{id}': 'https://{host}/post/{id}',
      '{host}/w/{id:short}': 'https://{host}/w/{id}',
      'home.example/post/{id}': 'https://home.example/own/{id}',
    },
  }

  test('accepts any host with a dot, unchanged', () => {
    const found = findPost(ANY_HOST, 'http://www.lemmy.example/post/901?x=1')
    assert.deepEqual(found, {
      url: new URL('https://www.lemmy.example/post/901'),
      match: { host: 'www.lemmy.example', id: '901' },
      isAnyHost: true,
    })
    assert.equal(
      own('https://tube.example/w/2Kd4pQvX9nL7sJtR3bWyZh', ANY_HOST),
      'https://tube.example/w/2Kd4pQvX9nL7sJtR3bWyZh',
    )
  })

  test('rejects a host without a dot, an IP address and a custom port', () => {
    for (const url of [
      'https://localhost/post/1',
      'https://localhost./post/1',
      'https://[2001:db8::1]/post/1',
      'https://lemmy.example:8536/post/1',
    ])
      assert.equal(own(url, ANY_HOST), undefined, url)
  })

  test('prefers the pattern of the platform’s own host, whatever the order of the patterns', () => {
    const found = findPost(ANY_HOST, 'https://www.home.example/post/901')
    assert.deepEqual([found?.url.href, found?.isAnyHost], ['https://home.example/own/901', false])
  })
})

describe('post URLs of the platforms', () => {
  test('builds a post URL of the platform from an id, and none from anything else', () => {
    const ids: Readonly<Record<string, string>> = {
      ...{
        dailymotion: 'x8abc12',
        linkedin: 'urn:li:share:7300000000000',
        pinterest: '123456789',
        reddit: 't3_1abcde',
        sandbox: '1087',
        tiktok: '7123456789012345678',
      },
      ...{ vimeo: '123456789', x: '1234567890123456789', youtube: 'dQw4w9WgXcQ' },
    }
    const withIds = [...ALL_PLATFORMS, ...POSTS_ONLY].flatMap(({ id, posts }) => (posts?.ofId ? { id, posts } : []))
    assert.deepEqual(withIds.map(({ id }) => id).toSorted(), Object.keys(ids))
    for (const { id, posts } of withIds) {
      const url = posts.ofId?.(ids[id] ?? '') ?? ''
      const { find, isShort } = compilePostUrls(posts)
      assert.ok(find(read(url)) ?? isShort(read(url)), url)
      for (const none of ['', '../x', `${ids[id]}/x`, 'https://evil.example/'])
        assert.equal(posts.ofId?.(none), undefined)
    }
  })

  test('resolves a player’s URL to the post that it plays', () => {
    const frames: Readonly<Record<string, readonly [string, string]>> = {
      twitch: ['https://clips.twitch.tv/embed?clip=FunnyClip-abc_123', 'https://clips.twitch.tv/FunnyClip-abc_123'],
      vimeo: ['https://player.vimeo.com/video/123456?h=0a1b2c3d', 'https://vimeo.com/123456/0a1b2c3d'],
    }
    for (const [platform, [frame, post]] of Object.entries(frames)) {
      const found = ALL_PLATFORMS.find(({ id }) => id === platform)
      assert.equal(findPost(found?.posts, frame)?.url.href, post)
    }
  })

  test('every platform id is valid, and every template is an HTTPS URL', () => {
    for (const { id, posts } of POSTS_ONLY) {
      assert.match(id, /^[a-z][a-z0-9]{0,30}$/)
      for (const template of Object.values(posts.patterns)) assert.match(template, /^https:\/\/[^?#]+(?:\?[^#]+)?$/, id)
    }
  })
})
