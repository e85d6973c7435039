import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Note } from '@central-api/testing/platforms/misskey/simulated-notes.ts'
import {
  CHANNEL_ID,
  CLIP_ID,
  isInChannel,
  isInClip,
  isTagged,
  PRIVATE_CLIP_ID,
} from '@central-api/testing/platforms/misskey/simulated-places.ts'
import {
  FACTS,
  isRenote,
  isSeen,
  MEMBERS_NOTE,
  type MisskeySimulator,
  NEW_ID,
  startMisskey,
} from '@central-api/testing/platforms/misskey/simulator.ts'
import { believed, eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { misskey } from './misskey.ts'

const errorBody = (code: string) => ({ error: { message: 'x', code, id: 'x', kind: 'client' } })

/** Of the notes that everybody may see, in the order of the server. */
const seenIn = (simulated: MisskeySimulator, isIn: (note: Note) => boolean) =>
  simulated.idsOf((note) => isSeen(note) && isIn(note))

platformSuite({
  conclusions: {
    refuse: (status) => ({
      status,
      body: { error: { message: 'Refused', code: 'REFUSED', id: 'refused', kind: 'client' } },
    }),
    first: {
      '/users/show': USUAL.document,
      '/users/notes': { ...USUAL.open, isBareList: true },
    },
    later: { '/users/notes': { ...USUAL.open, isBareList: true } },
    post: {
      '/notes/show': USUAL.stranger,
    },
  },
  platform: misskey,
  environment: {},
  start: startMisskey,
  // About fourteen of twenty notes are own, so a second batch fills the page.
  calls: { first: 3, next: 2 },
  handles: { places: '#bread@notes.example' },
  kinds: {
    hashtag: [
      {
        handle: '#bread@notes.example',
        empty: '#nothing@notes.example',
        ids: (simulated) => seenIn(simulated, isTagged(['bread'])),
        publish: (simulated, count) => simulated.publish(count),
        // A hidden note is left out.
        calls: { first: 2, next: 2 },
      },
      {
        handle: '#bread,rye@notes.example',
        ids: (simulated) => seenIn(simulated, isTagged(['bread', 'rye'])),
      },
      { handle: '#bread+rye@notes.example', ids: (simulated) => seenIn(simulated, isTagged(['bread'], ['rye'])) },
      {
        handle: '#bread-rye@notes.example',
        ids: (simulated) => seenIn(simulated, isTagged(['bread'], [], ['rye'])),
      },
    ],
    community: [
      {
        handle: `notes.example/channels/${CHANNEL_ID}`,
        missing: 'notes.example/channels/9nothing01',
        ids: (simulated) => seenIn(simulated, isInChannel),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 3, next: 2 },
      },
    ],
    collection: [
      {
        handle: `notes.example/clips/${CLIP_ID}`,
        // Nobody is told of a clip that is not public.
        missing: `notes.example/clips/${PRIVATE_CLIP_ID}`,
        ids: (simulated) => seenIn(simulated, isInClip),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
  },
  spellings: {
    '#tides@shore.example': [
      'https://shore.example/tags/tides',
      '#Tides@shore.example',
      '＃tides＠shore.example',
      'shore.example/tags/TIDES?x=1',
    ],
    '#陶芸@notes.example': ['https://notes.example/tags/%E9%99%B6%E8%8A%B8'],
    '#bread+rye-cake@notes.example': ['#rye+bread-cake@notes.example'],
    'notes.example/channels/9abcdefghi': [
      'https://notes.example/channels/9abcdefghi',
      'NOTES.example/channels/9abcdefghi/',
    ],
    'notes.example/clips/645f1c2e3b4a5d6e7f809102': [
      'https://notes.example/clips/645f1c2e3b4a5d6e7f809102?x=1#y',
      'https://notes.example/embed/clips/645f1c2e3b4a5d6e7f809102',
    ],
    'nao@notes.example': [
      '@nao@notes.example',
      'Nao@NOTES.example',
      'acct:nao@notes.example',
      'https://notes.example/@nao',
      'notes.example/@nao/',
      'https://notes.example/@Nao/notes?x=1#y',
      'https://notes.example/%40nao.atom',
      'https://notes.example/@nao/achievements',
      'https://elsewhere.example/@nao@notes.example',
      'https://elsewhere.example/@nao@notes.example/notes',
      '＠nao＠notes.example',
      '@nao@notes.example/',
      'https://notes.example/@nao/media',
      'https://elsewhere.example/users/nao@notes.example',
      'https://viewer.example/notes.example/@nao',
      'https://viewer.example/https://notes.example/@nao',
      'https://elsewhere.example/authorize-follow?acct=nao@notes.example',
      'https://elsewhere.example/lookup?uri=https%3A%2F%2Fnotes.example%2F%40nao',
      'web+ap://notes.example/@nao',
    ],
    'nao@xn--bcher-kva.example': [
      '@nao@bücher.example',
      'https://bücher.example/@nao',
      'notes.example/@nao@bücher.example',
    ],
  },
  unsupported: {
    section: ['https://notes.example/@nao/pages'],
    view: ['https://notes.example/tags/bread?scope=local'],
    likes: ['https://notes.example/@nao/reactions'],
    clips: ['https://notes.example/@nao/clips'],
    lists: ['https://notes.example/@nao/lists'],
    list: ['https://shore.example/timeline/list/9abcdefghi'],
    search: ['https://shore.example/search?q=tides'],
    gallery: ['https://shore.example/gallery/9abcdefghi'],
    feed: ['https://shore.example/explore'],
  },
  notHandles: [
    'nao',
    '@nao',
    '!nao@notes.example',
    'nao@localhost',
    'nao@192.0.2.1',
    'nao@notes.example:8443',
    'https://notes.example/',
    'https://notes.example/about',
    'https://notes.example/notes/a1z9000003',
    'https://notes.example:8443/@nao',
    'https://u:p@notes.example/@nao',
    `${'a'.repeat(65)}@notes.example`,
    '#tides@localhost',
    '#tides moon@shore.example',
    '#a,b,c,d,e,f@shore.example',
    '#123@shore.example',
    'https://notes.example/channels/featured',
    'https://notes.example/channels/9abcdefghi/edit',
    'https://notes.example:8443/clips/9abcdefghi',
  ],
  postUrls: [
    'https://notes.example/notes/a1z9000003',
    'http://notes.example/notes/a1z9000003/?x=1#y',
    'https://notes.example/notes/a1z90000030ab0c1',
    'https://notes.example/notes/645f1c2e3b4a5d6e7f809102',
    'https://notes.example/notes/01HZX3J8Y0K2M4N6P8Q0R2S4T6',
  ],
  notPostUrls: [
    'https://notes.example/notes',
    'https://notes.example/notes/',
    'https://notes.example/notes/introduction',
    'https://notes.example/notes/2026-05-02',
    'https://notes.example/notes/a1z9000003/edit',
    'https://notes.example:8443/notes/a1z9000003',
    'https://notes.example/@nao',
  ],
  errors: [
    ...FOREIGN_NOT_FOUNDS,
    { answer: { status: 404, body: errorBody('NO_SUCH_USER') }, code: 'profile_not_found', isSure: true },
    { answer: { status: 400, body: errorBody('NO_SUCH_USER') }, code: 'profile_not_found' },
    { answer: { status: 500, body: errorBody('FAILED_TO_RESOLVE_REMOTE_USER') }, code: 'platform_error' },
    { answer: { status: 401, body: errorBody('CREDENTIAL_REQUIRED') }, code: 'profile_private' },
    { answer: { status: 403, body: errorBody('AUTHENTICATION_FAILED') }, code: 'profile_private' },
    { answer: { status: 400, body: errorBody('SIGNIN_REQUIRED') }, code: 'profile_private' },
    { answer: { status: 400, body: errorBody('CONTENT_RESTRICTED_BY_SERVER') }, code: 'profile_private' },
    { answer: { status: 400, body: errorBody('INVALID_PARAM') }, code: 'platform_error' },
    { answer: { status: 404, body: errorBody('UNKNOWN_API_ENDPOINT') }, code: 'profile_not_found', isSure: false },
    { answer: { status: 500, body: errorBody('INTERNAL_ERROR') }, code: 'platform_error' },
    {
      answer: { status: 429, headers: { 'retry-after': '77' }, body: errorBody('RATE_LIMIT_EXCEEDED') },
      code: 'platform_rate_limited',
      retryAfterSeconds: 77,
    },
    {
      answer: {
        status: 429,
        body: { error: { ...errorBody('RATE_LIMIT_EXCEEDED').error, info: { resetMs: 123_000 } } },
      },
      code: 'platform_rate_limited',
      retryAfterSeconds: 123,
    },
    {
      answer: { status: 429, body: errorBody('RATE_LIMIT_EXCEEDED') },
      code: 'platform_rate_limited',
      retryAfterSeconds: 60,
    },
  ],
})

describe('Misskey through its servers', () => {
  let simulator: MisskeySimulator
  let walker: Walker
  before(async () => {
    simulator = await startMisskey()
  })
  beforeEach(() => {
    walker = createWalker(misskey, {}, simulator)
  })
  after(() => simulator.close())

  const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      return true
    })

  test('each variant returns its notes, also of a server without filters, and never a hidden one', async () => {
    const hasMedia = ({ files }: Note) =>
      (files as readonly { type: string }[]).some(({ type }) => !type.startsWith('application/'))
    const expected: Readonly<Record<string, readonly string[]>> = {
      posts: simulator.ids(),
      replies: simulator.idsOf((note) => isSeen(note) && !isRenote(note)),
      media: simulator.idsOf((note) => isSeen(note) && !isRenote(note) && hasMedia(note)),
      all: simulator.idsOf(isSeen),
    }
    for (const [variant, ids] of Object.entries(expected)) {
      assert.ok(ids.length > 15, `${variant} ${ids.length}`)
      for (const handle of ['nao@notes.example', 'nao@old.example'])
        assert.deepEqual(idsOf(await walker.walk({ handle, variant })), ids, `${handle} ${variant}`)
    }
  })

  test('a walk is complete under every assumption about the API', async () => {
    const replies = simulator.idsOf((note) => isSeen(note) && !isRenote(note))
    for (const facts of eachWay(FACTS)) {
      const way = JSON.stringify(facts)
      simulator.suppose(facts)
      for (const handle of ['nao@notes.example', 'nao@old.example']) {
        const pages = await walker.walk({ handle })
        assert.deepEqual(idsOf(pages), simulator.ids(), way)
        assert.deepEqual(idsOf(await walker.walk({ handle, variant: 'replies' })), replies, way)
        const posts = pages.flatMap((page) => page.posts)
        const isEdited = posts.some(({ editedAt }) => editedAt !== null)
        assert.equal(isEdited, facts.edited === 'updatedAt', way)
        assert.deepEqual(posts.find(({ tags }) => tags.length > 0)?.tags, ['陶芸', 'Kiln'], way)
      }
      assert.equal((await walker.page({ handle: 'nao@closed.example' })).source, 'feed', way)
      for (const handle of ['nobody@notes.example', 'nao@bare.example'])
        await rejects(walker.page({ handle }), 'profile_not_found')
      await rejects(walker.post(`https://notes.example/notes/${MEMBERS_NOTE}`), 'profile_private')
      await rejects(walker.post('https://notes.example/notes/a1z0000zzz'), 'post_not_found')
    }
    simulator.suppose(believed(FACTS))
  })

  test('calls are POSTs with only the filters of the variant', async () => {
    await walker.page({ variant: 'media' })
    assert.deepEqual(simulator.lastBody(), {
      ...{ userId: '9abc000001', limit: 20, withRenotes: false, withFiles: true, withChannelNotes: false },
      ...{ allowPartial: true, untilId: simulator.lastBody().untilId },
    })
    const last = simulator.requests().at(-1)
    assert.deepEqual([last?.method, last?.headers['content-type']], ['POST', 'application/json'])
  })

  test('pinned notes are marked at their own place', async () => {
    const [, second = '', third = ''] = simulator.ids()
    simulator.pin(third)
    const { posts } = await walker.page({})
    simulator.pin()
    const pins = posts.filter(({ pinned }) => pinned).map(({ id }) => id)
    assert.deepEqual(pins, [third])
    assert.equal(posts.find(({ id }) => id === second)?.pinned, false)
  })

  test('movedTo names the new account, or only its id if the server knows no more', async () => {
    const movedTo = async (handle: string) => (await walker.page({ handle })).profile.movedTo
    const lea = await movedTo('moved@notes.example')
    assert.deepEqual([lea?.id, lea?.handle], [NEW_ID, 'lea@far.example'])
    const lost = await movedTo('lost@notes.example')
    assert.deepEqual([lost?.id, lost?.handle], ['9zzz000404', null])
    assert.equal(await movedTo('nao@notes.example'), null)
  })

  test('a suspended account is profile_not_found', () =>
    rejects(walker.page({ handle: 'banned@notes.example' }), 'profile_not_found'))

  test('a host without Misskey is profile_not_found', () =>
    rejects(walker.page({ handle: 'nao@blog.example' }), 'profile_not_found'))

  test('a malformed position is invalid_cursor', () =>
    rejects(walker.page({ after: JSON.stringify(['../x', 'unread', null]) }), 'invalid_cursor'))

  test('a hashtag asks for several at once, and only for the notes with files in `media`', async () => {
    await walker.page({ handle: '#rye,bread+crust@notes.example', limit: 7 })
    assert.deepEqual(simulator.lastBody(), {
      query: [
        ['bread', 'crust'],
        ['rye', 'crust'],
      ],
      limit: 7,
    })
    await walker.page({ handle: '#bread@notes.example', variant: 'media', limit: 7 })
    assert.deepEqual(simulator.lastBody(), { tag: 'bread', limit: 7, withFiles: true })
  })

  test('a channel and a clip have a profile, and posts with their own authors', async () => {
    const channel = await walker.page({ handle: `notes.example/channels/${CHANNEL_ID}` })
    const { profile, account } = channel
    assert.deepEqual(
      [account.id, profile.displayName, profile.bio.text, profile.url, profile.counts, profile.owner],
      [
        `community notes.example/channels/${CHANNEL_ID}`,
        'Kiln & glaze',
        'All about kilns',
        `https://notes.example/channels/${CHANNEL_ID}`,
        { followers: null, following: null, posts: 345 },
        null,
      ],
    )
    const authors = new Set(channel.posts.map(({ author }) => author?.handle))
    assert.deepEqual([...authors].toSorted(), ['nao@notes.example', 'seed@far.example'])
    const clip = await walker.page({ handle: `notes.example/clips/${CLIP_ID}` })
    assert.deepEqual([clip.profile.displayName, clip.profile.owner?.handle], ['Best pots', 'nao@notes.example'])
  })

  test('a place on a server that requires a login is profile_private', () =>
    rejects(walker.page({ handle: '#bread@closed.example' }), 'profile_private'))

  test('a server that requires a login is read through its feed', async () => {
    const { source, posts, profile } = await walker.page({ handle: 'nao@closed.example' })
    assert.equal(source, 'feed')
    assert.equal(posts.length, 20)
    assert.deepEqual([profile.displayName, profile.bio.text], ['Nao', 'Hi there'])
    const [post] = posts
    assert.deepEqual([post?.title, post?.kind, post?.text], [null, 'text', 'Plain <3'])
    assert.deepEqual([post?.author?.handle, post?.author?.displayName], ['nao@closed.example', 'Nao'])
  })

  test('a note is found by its URL', async () => {
    const [id = ''] = simulator.ids()
    const { post } = await walker.post(`https://notes.example/notes/${id}`)
    assert.deepEqual([post.id, post.pinned], [id, null])
  })

  test('a deleted note, a note that is not public, and a host without Misskey have different codes', async () => {
    await rejects(walker.post('https://notes.example/notes/a1z0000zzz'), 'post_not_found')
    const [hidden = ''] = simulator.idsOf((note) => !isSeen(note))
    await rejects(walker.post(`https://notes.example/notes/${hidden}`), 'profile_private')
    await rejects(walker.post('https://closed.example/notes/a1z0000zzz'), 'profile_private')
    await rejects(walker.post('https://blog.example/notes/a1z0000zzz'), 'unsupported_post_url')
    simulator.failNext('garbage')
    await rejects(walker.post('https://blog.example/notes/a1z0000zzz'), 'unsupported_post_url')
  })
})
