import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { FACTS, type LemmySimulator, startLemmy } from '@central-api/testing/platforms/lemmy/simulator.ts'
import { believed, eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { lemmy } from './lemmy.ts'

const limited = (status: number, error: string) => ({
  answer: { status, body: { error } },
  code: 'platform_rate_limited' as const,
  retryAfterSeconds: 60,
})

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { error: 'refused' } }),
    first: {
      '/api/v4/site': { ...USUAL.spared, 429: 'platform_rate_limited', 500: 'platform_error', 503: 'platform_error' },
      '/api/v3/user': USUAL.document,
      '/api/v3/site': USUAL.spared,
    },
    later: {
      '/api/v3/user.*&page=[23]&': USUAL.open,
      '/api/v3/site': { ...USUAL.spared, 429: 'platform_rate_limited' },
    },
    post: {
      '/api/v3/post': USUAL.stranger,
      '/api/v3/site': USUAL.spared,
    },
  },
  platform: lemmy,
  environment: {},
  start: startLemmy,
  // The API version, the languages, the user with the first page. Some of twenty posts were removed, so a second batch
  // follows.
  kinds: {
    community: [
      { handle: '!maps@l.example' },
      { handle: '!maps@new.example' },
      {
        handle: '!maps@piefed.example',
        missing: '!nothing@piefed.example',
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
      },
      {
        handle: '!maps@mbin.example',
        missing: '!nothing@mbin.example',
        hidden: '!maps@closed-mbin.example',
        ids: (simulated) => simulated.mbinIds('threads'),
        publish: (simulated, count) => simulated.publish(count),
      },
      ...(['local', 'all'] as const).map((list) => ({
        handle: `mbin.example/${list}`,
        hidden: `closed-mbin.example/${list}`,
        ids: (simulated: LemmySimulator) => simulated.mbinIds(list),
        publish: (simulated: LemmySimulator, count: number) => simulated.publish(count),
      })),
      { handle: 'piefed.example/local', ids: (simulated) => simulated.localIds() },
      ...(['l.example', 'new.example'] as const).flatMap((host) =>
        (['local', 'all'] as const).map((list) => ({
          handle: `${host}/${list}`,
          missing: `blog.example/${list}`,
          hidden: `closed.example/${list}`,
          ids: (simulated: LemmySimulator) => simulated.idsIn(list),
          publish: (simulated: LemmySimulator, count: number) => simulated.publish(count),
        })),
      ),
    ],
    hashtag: [
      {
        handle: '#tides@mbin.example',
        missing: '#tides@blog.example',
        hidden: '#tides@closed-mbin.example',
        empty: '#empty@mbin.example',
        ids: (simulated) => simulated.mbinIds('threads'),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
    list: [
      {
        handle: 'piefed.example/f/tides',
        missing: 'piefed.example/f/nothing',
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
      },
      {
        handle: 'new.example/multi/wells',
        missing: 'new.example/multi/nothing',
        ids: (simulated) => simulated.idsIn('multi'),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
  },
  calls: { first: 4, next: 2 },
  spellings: {
    'nia@l.example': [
      '@nia@l.example',
      'Nia@L.example',
      'https://l.example/u/nia',
      'l.example/u/Nia/?page=2#x',
      'https://elsewhere.example/u/nia@l.example',
      'https://l.example/feeds/u/nia.xml?sort=New',
      '/u/nia@l.example',
      'u/nia@l.example',
      'https://mbin.example/u/@nia@l.example',
      'https://viewer.example/l.example/u/nia',
      'https://viewer.example/posts/l.example/u/nia',
      'https://viewer.example/posts/elsewhere.example/u/nia@l.example',
      'https://viewer.example/https://l.example/u/nia',
      'web+ap://l.example/u/nia',
    ],
    'l.example/local': [
      'https://l.example/?dataType=Post&listingType=Local&sort=New',
      'https://L.example?listingType=Local',
      'https://l.example/feeds/local.xml?sort=New',
    ],
    'l.example/all': ['https://l.example/?listingType=All', 'l.example/feeds/all.xml'],
    'piefed.example/f/tides': [
      ...['https://piefed.example/f/Tides', '~tides@piefed.example', 'https://l.example/f/tides@piefed.example'],
      'PieFed.example/f/tides/',
    ],
    '#tides@mbin.example': [
      ...['https://mbin.example/tag/Tides', 'mbin.example/tag/tides/newest', '＃tides@Mbin.example'],
    ],
    '#gezeiten_ä@mbin.example': ['https://mbin.example/tag/gezeiten_%C3%A4', '#gezeiten_a\u0308@mbin.example'],
    'l.example/multi/wells': ['https://l.example/feeds/m/wells.xml', 'L.example/multi/Wells'],
    '!maps@l.example': [
      '!Maps@l.example',
      'https://l.example/c/maps',
      'https://elsewhere.example/c/maps@l.example/',
      'https://l.example/feeds/c/maps.xml',
      '/c/maps@l.example',
      'c/Maps@l.example/',
      '/m/maps@l.example',
      'https://mbin.example/m/maps@l.example',
      'https://l.example/magazine/maps',
      'acct:!maps@l.example',
      'https://l.example/m/maps',
      'https://mbin.example/m/maps@l.example/newest',
      'https://viewer.example/l.example/c/maps',
      'https://viewer.example/posts/l.example/c/maps',
      'https://viewer.example/elsewhere.example/c/maps@l.example',
      'https://elsewhere.example/search?q=!maps@l.example',
    ],
    '!maps@xn--bcher-kva.example': ['/c/maps@bücher.example', 'https://bücher.example/c/maps', '!maps@bücher.example'],
  },
  unsupported: {
    view: ['https://shore.example/c/tides?sort=TopWeek', 'https://shore.example/m/tides/top'],
    search: ['https://shore.example/search?q=tides'],
    feed: ['https://shore.example/communities'],
    topic: ['https://shore.example/topic/tides'],
  },
  notHandles: [
    'nia',
    '!maps',
    'nia@localhost',
    '!maps@192.0.2.1',
    'https://l.example/',
    'https://l.example/post/901',
    'https://l.example/d/maps.example',
    'https://l.example/?listingType=Subscribed',
    'https://l.example/local',
    'localhost/all',
    'l.example/multi/',
    'piefed.example/f/',
    '~tides',
    ...['#tides', '#2026@mbin.example', '#a/b@mbin.example', '#tides@localhost', 'https://mbin.example/tag/'],
    ...['https://mbin.example/tag/tides/top', 'https://mbin.example/tag/tides/newest/1w'],
    ...['https://mbin.example/tag/%FF', 'https://mbin.example/m/maps/t/901', 'https://mbin.example/d/maps.example'],
    'https://piefed.example/f/tides/more',
    'https://piefed.example/topic/tides',
    '/c/maps',
    '/post/901@l.example',
    'https://l.example:8443/u/nia',
    'https://l.example/u/nia@',
  ],
  postUrls: ['https://l.example/post/901', 'http://l.example/post/901/?scrollToComments=true#x'],
  notPostUrls: [
    'https://l.example/post/',
    'https://l.example/post/0901',
    'https://l.example/post/hello',
    'https://l.example/post/901/hello',
    'https://l.example/comment/901',
    'https://l.example:8443/post/901',
  ],
  errors: [
    ...FOREIGN_NOT_FOUNDS,
    { answer: { status: 404, body: { error: 'couldnt_find_person' } }, code: 'profile_not_found', isSure: true },
    { answer: { status: 404, body: { error: 'couldnt_find_community' } }, code: 'profile_not_found' },
    { answer: { status: 404, body: { error: 'not_found' } }, code: 'profile_not_found' },
    { answer: { status: 400, body: { error: 'couldnt_find_that_username_or_email' } }, code: 'profile_not_found' },
    { answer: { status: 400, body: { error: 'instance_is_private' } }, code: 'profile_private' },
    { answer: { status: 400, body: { error: 'unknown', message: 'Fetch limit is > 50' } }, code: 'platform_error' },
    { answer: { status: 400, body: 'Query deserialize error' }, code: 'platform_error' },
    limited(400, 'rate_limit_error'),
    limited(429, 'too_many_requests'),
    { answer: { status: 502, body: '<html>Bad gateway</html>' }, code: 'platform_error' },
  ],
})

describe('Lemmy through its servers', () => {
  let simulator: LemmySimulator
  let walker: Walker
  before(async () => {
    simulator = await startLemmy()
  })
  beforeEach(() => {
    walker = createWalker(lemmy, {}, simulator)
  })
  after(() => simulator.close())

  const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      return true
    })

  for (const handle of ['nia@l.example', 'nia@new.example', '!maps@l.example', '!maps@new.example']) {
    test(`a walk of ${handle} returns each post once`, async () => {
      const pages = await walker.walk({ handle })
      const ids = idsOf(pages)
      // Featured posts of a community come first.
      assert.deepEqual(ids.toSorted(), [...simulator.ids()].toSorted())
      if (!handle.startsWith('!')) assert.deepEqual(ids, simulator.ids())
      const pinned = pages.flatMap(({ posts }) => posts).filter((post) => post.pinned)
      assert.deepEqual(
        pinned.map(({ id }) => id),
        handle.startsWith('!') ? ['https://l.example/post/940', 'https://l.example/post/947'] : [],
      )
      const english = pages.flatMap(({ posts }) => posts).filter(({ language }) => language === 'en')
      assert.ok(english.length > 5)
    })
  }

  test('a walk is complete under every assumption about the API', async () => {
    const likes = { shown: 12, zeros: 0, 'left out': null } as const
    for (const facts of eachWay(FACTS)) {
      const way = JSON.stringify(facts)
      simulator.suppose(facts)
      for (const handle of ['nia@l.example', 'nia@new.example'])
        assert.deepEqual(idsOf(await walker.walk({ handle })), simulator.ids(), way)
      const { posts } = await walker.page({ handle: 'nia@new.example' })
      assert.deepEqual(new Set(posts.map(({ metrics }) => metrics.likes)), new Set([likes[facts.votes]]), way)
      for (const handle of ['nobody@l.example', 'nobody@new.example'])
        await rejects(walker.page({ handle }), 'profile_not_found')
    }
    simulator.suppose(believed(FACTS))
  })

  test('API v4 is called with its own parameters and has tags', async () => {
    const from = simulator.requests().length
    const { posts, profile } = await walker.page({ handle: 'nia@new.example' })
    assert.deepEqual(posts[0]?.tags, ['Water'])
    assert.equal(profile.counts.posts, 90)
    assert.deepEqual(
      [
        ...new Set(
          simulator
            .requests()
            .slice(from)
            .map(({ url }) => url.pathname),
        ),
      ].toSorted(),
      ['/api/v4/person', '/api/v4/person/content', '/api/v4/site'],
    )
  })

  test('the profile of a community has its subscribers as followers', async () => {
    for (const host of ['l.example', 'new.example']) {
      const { profile } = await walker.page({ handle: `!maps@${host}` })
      assert.deepEqual(
        [profile.displayName, profile.bio.text, profile.counts],
        ['Maps & more', 'All maps', { followers: 310, following: null, posts: 95 }],
      )
    }
  })

  test('a server and a multi-community have a profile in both versions', async () => {
    for (const host of ['l.example', 'new.example']) {
      const { profile, account } = await walker.page({ handle: `${host}/local` })
      assert.deepEqual(
        [account.id, profile.displayName, profile.bio.text, profile.url, profile.counts],
        [
          `community ${host}/local`,
          'Wells & more',
          'A server for wells',
          `https://${host}/?listingType=Local`,
          { followers: 1_234, following: null, posts: 5_678 },
        ],
      )
    }
    const { profile } = await walker.page({ handle: 'new.example/multi/wells' })
    assert.deepEqual(
      [profile.displayName, profile.owner?.displayName, profile.url, profile.counts],
      ['Wells everywhere', 'Wes', 'https://new.example/m/wells', { followers: 21, following: 4, posts: null }],
    )
    await rejects(walker.page({ handle: 'l.example/multi/wells' }), 'profile_not_found')
  })

  test('a post that is featured on the server is pinned in its lists only', async () => {
    const pinnedIn = async (handle: string) =>
      (await walker.page({ handle })).posts.filter(({ pinned }) => pinned).map(({ id }) => id)
    assert.deepEqual(await pinnedIn('l.example/all'), ['https://l.example/post/947'])
    assert.deepEqual(await pinnedIn('new.example/multi/wells'), [])
  })

  test('a user and a community of PieFed have the same posts and profile as of Lemmy', async () => {
    const [ofLemmy, ofPiefed] = await Promise.all(
      ['nia@l.example', 'nia@piefed.example'].map((handle) => walker.page({ handle })),
    )
    assert.deepEqual(ofPiefed?.posts, ofLemmy?.posts)
    assert.deepEqual(
      [ofPiefed?.profile.displayName, ofPiefed?.profile.bio.text, ofPiefed?.profile.counts.posts],
      ['Nia', 'I like maps.', 90],
    )
    const { profile } = await walker.page({ handle: '!maps@piefed.example' })
    assert.deepEqual(profile.counts, { followers: 310, following: null, posts: 95 })
    await rejects(walker.page({ handle: 'nobody@piefed.example' }), 'profile_not_found')
    const feed = await walker.page({ handle: 'piefed.example/f/tides' })
    assert.deepEqual(
      [feed.account.id, feed.profile.displayName, feed.profile.bio.text, feed.profile.counts],
      ['list piefed.example/f/tides', 'Tides & wells', 'All about tides', { followers: 12, following: 3, posts: null }],
    )
    await rejects(walker.page({ handle: 'l.example/f/tides' }), 'profile_not_found')
  })

  test('a user and a magazine of Mbin have the posts and profile that its API returns', async () => {
    const { profile, posts, account } = await walker.page({ handle: 'nia@mbin.example' })
    assert.deepEqual(
      [account.id, profile.displayName, profile.bio.text, profile.url, profile.counts],
      [
        'nia@mbin.example',
        'nia',
        'I like maps.',
        'https://mbin.example/u/nia',
        { followers: 21, following: null, posts: null },
      ],
    )
    const [newest = assert.fail()] = posts
    assert.deepEqual(
      [newest.id, newest.url, newest.tags, newest.metrics],
      [
        simulator.mbinIds('threads')[0],
        simulator.mbinIds('threads')[0],
        ['water'],
        { likes: 12, comments: 3, shares: 2, views: null },
      ],
    )
    const far = posts.find(({ url }) => url?.startsWith('https://l.example/'))
    assert.deepEqual([far?.author?.handle, far?.author?.url], ['nia@l.example', 'https://l.example/u/nia'])
    assert.deepEqual(newest.author?.handle, 'nia@mbin.example')
    const picture = posts.find(({ kind }) => kind === 'image')
    assert.deepEqual(
      [picture?.media[0]?.url, picture?.media[0]?.alt, picture?.media[0]?.width, picture?.sensitive],
      ['https://files.example/a.png', 'A well', 600, true],
    )
    const magazine = (await walker.page({ handle: '!maps@mbin.example' })).profile
    assert.deepEqual(
      [magazine.displayName, magazine.bio.text, magazine.url, magazine.counts],
      ['Maps & more', 'All maps', 'https://mbin.example/m/maps', { followers: 310, following: null, posts: 95 }],
    )
    await rejects(walker.page({ handle: 'nobody@mbin.example' }), 'profile_not_found')
  })

  // https://github.com/tgxn/lemmy-explorer/issues/298
  test('a server of Mbin that requires a login is profile_private', () =>
    rejects(walker.page({ handle: 'nia@closed-mbin.example' }), 'profile_private'))

  // https://github.com/MbinOrg/mbin/issues/1528
  test('an older Mbin, which does not filter by server, has only its own posts in its list', async () => {
    simulator.suppose({ federation: 'ignored' })
    assert.deepEqual(idsOf(await walker.walk({ handle: 'mbin.example/local' })), simulator.mbinIds('local'))
    simulator.suppose({ federation: 'filters' })
  })

  test('a list of Mbin that became shorter than its next page ends', async () => {
    for (const handle of ['nia@mbin.example', 'mbin.example/all', '#tides@mbin.example']) {
      const { next } = await walker.page({ handle })
      const lift = simulator.failWhere(({ url }) => url.searchParams.get('p') === '2', {
        status: 404,
        body: { title: 'An error occurred', status: 404, detail: 'Not Found' },
      })
      const last = await walker.page({ handle, after: next?.replace(/"1"|null/, '"2"') })
      lift()
      assert.equal(last.next, undefined, handle)
    }
  })

  test('a deleted account is profile_not_found', () =>
    rejects(walker.page({ handle: 'gone@l.example' }), 'profile_not_found'))

  test('a malformed position is invalid_cursor', async () => {
    for (const handle of ['nia@l.example', '!maps@l.example', 'nia@new.example'])
      await rejects(walker.page({ handle, after: JSON.stringify(['../x y', 'unread', null]) }), 'invalid_cursor')
  })

  test('a post is found by its URL in both versions', async () => {
    for (const host of ['l.example', 'new.example']) {
      const { post } = await walker.post(`https://${host}/post/901`)
      assert.deepEqual([post.id, post.pinned, post.title], ['https://l.example/post/901', null, 'Post 1'])
    }
  })

  test('a deleted post, a post of a server that requires a login, and a host without Lemmy have different codes', async () => {
    await rejects(walker.post('https://l.example/post/1'), 'post_not_found')
    await rejects(walker.post('https://new.example/post/1'), 'post_not_found')
    await rejects(walker.post('https://closed.example/post/901'), 'profile_private')
    await rejects(walker.post('https://blog.example/post/901'), 'unsupported_post_url')
    simulator.failNext({ status: 404, body: { error: 'not_found' } }, 2)
    await rejects(walker.post('https://blog.example/post/901'), 'unsupported_post_url')
  })
})
