import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { idOf, isVideo, OTHER, PERSON } from '@central-api/testing/platforms/flickr/simulated-photos.ts'
import { ALBUM, GALLERY, GROUP } from '@central-api/testing/platforms/flickr/simulated-places.ts'
import { FACTS, type FlickrSimulator, KEYS, startFlickr } from '@central-api/testing/platforms/flickr/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/flickr/spellings.cases.ts'
import { believed, eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { assertNormalized } from '@central-api/testing/post/normalized-suite.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { flickr } from './flickr.ts'
import { idOfShort } from './read-flickr.ts'

const KEYED = { FLICKR_API_KEY: KEYS[0] }
const fail = (code: number, message: string) => ({ status: 200, body: { stat: 'fail', code, message } })

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { stat: 'fail', code: 4711, message: 'Refused' } }),
    first: { 'urls\\.lookupUser': USUAL.signed, 'people\\.getInfo': USUAL.signed, getPublicPhotos: USUAL.signed },
    later: { getPublicPhotos: USUAL.signed },
    post: { 'photos\\.getInfo': USUAL.signed, 'photos\\.getSizes': USUAL.spared },
  },
  platform: flickr,
  environment: KEYED,
  start: startFlickr,
  kinds: {
    collection: [
      {
        handle: `${PERSON.nsid}/album/${ALBUM}`,
        authors: 'one',
        missing: `${PERSON.nsid}/album/72177720300000009`,
        ids: (simulated) => simulated.arrangedIds(),
        calls: { first: 2, next: 1 },
      },
      {
        handle: `${PERSON.alias}/album/${ALBUM}`,
        missing: `900009@N01/album/${ALBUM}`,
        authors: 'one',
        calls: { first: 3, next: 1 },
      },
      {
        handle: `${PERSON.alias}/gallery/${GALLERY}`,
        missing: `${PERSON.alias}/gallery/72157720300000009`,
        ids: (simulated) => simulated.arrangedIds(),
        calls: { first: 2, next: 1 },
      },
    ],
    community: [
      {
        handle: `groups/${GROUP.alias}`,
        missing: 'groups/snow',
        hidden: `groups/${GROUP.hidden}`,
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 3, next: 1 },
      },
      // The id of a person is no group.
      { handle: `groups/${GROUP.nsid}`, missing: `groups/${PERSON.nsid}` },
    ],
    hashtag: [
      {
        handle: '#rain',
        empty: '#drought',
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 1 },
      },
    ],
    section: [
      {
        handle: `${PERSON.alias}/tagged/rain`,
        missing: 'nobody-here/tagged/rain',
        empty: `${PERSON.nsid}/tagged/drought`,
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
  },
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  // The alias, the user, the photos.
  calls: { first: 3, next: 1 },
  handles: { feed: PERSON.nsid },
  credentials: { two: { FLICKR_API_KEY: KEYS.join(',') }, secrets: KEYS, hosts: ['api.flickr.com'] },
  errors: [
    { answer: fail(1, 'User not found'), code: 'profile_not_found' },
    { answer: fail(5, 'User deleted'), code: 'profile_not_found' },
    { answer: fail(2, 'Permission denied'), code: 'profile_private' },
    { answer: fail(100, 'Invalid API Key (Key has invalid format)'), code: 'platform_unauthorized' },
    { answer: fail(98, 'Login failed / Invalid auth token'), code: 'platform_unauthorized' },
    { answer: fail(105, 'Service currently unavailable'), code: 'platform_error' },
    { answer: fail(106, 'Write operation failed'), code: 'platform_error' },
    { answer: fail(111, 'Format "x" not found'), code: 'platform_error' },
    { answer: fail(112, 'Method "x" not found'), code: 'platform_error' },
    { answer: fail(116, 'Bad URL found'), code: 'platform_error' },
    { answer: { status: 502, body: '<html>Bad, bad panda</html>' }, code: 'platform_error' },
  ],
  postUrls: [
    'https://www.flickr.com/photos/rainperson/54000000003/',
    'https://flickr.com/photos/900001@N01/54000000003/in/photostream/',
    'https://m.flickr.com/photos/rainperson/54000000003',
    'https://flic.kr/p/2qABCde',
  ],
  notPostUrls: [
    'https://www.flickr.com/photos/rainperson/',
    'https://www.flickr.com/photos/tags/rain/',
    'https://www.flickr.com/people/rainperson/',
    'https://www.flickr.com.evil.example/photos/rainperson/54000000003/',
  ],
})

const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    return true
  })

test('a short URL contains the id in base 58', () => {
  assert.equal(idOfShort('8Qxyz1'), idOfShort('118Qxyz1'))
  assert.equal(idOfShort('21'), '58')
  assert.equal(idOfShort('Z'), '57')
})

describe('Flickr through its API', () => {
  let simulator: FlickrSimulator
  let walker: Walker
  before(async () => {
    simulator = await startFlickr()
    walker = createWalker(flickr, KEYED, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('a user has one profile under the alias and the id; the stored handle is the id, the displayed one the alias', async () => {
    for (const handle of [PERSON.alias, PERSON.nsid]) {
      const { account, profile } = await walker.page({ handle })
      assert.deepEqual([account.id, account.handle, profile.handle], [PERSON.nsid, PERSON.nsid, PERSON.alias])
    }
    await rejects(walker.page({ handle: '900005@N01' }), 'profile_not_found')
  })

  test('a walk is complete under every assumption about the API', async () => {
    const withoutKey = createWalker(flickr, {}, simulator)
    for (const facts of eachWay(FACTS)) {
      const way = JSON.stringify(facts)
      simulator.suppose(facts)
      // The last page is full, so only its number can tell that there is no other.
      const pages = await walker.walk({ limit: 19 })
      assert.deepEqual(idsOf(pages), simulator.ids(), way)
      const [post] = pages.flatMap(({ posts }) => posts)
      assert.deepEqual([post?.metrics.likes, post?.metrics.views], [facts.extras === 'all' ? 56 : null, 560], way)
      await rejects(withoutKey.page({ handle: PERSON.alias }), 'profile_private')
    }
    simulator.suppose(believed(FACTS))
    await withoutKey.close()
  })

  test('an album and a gallery have their owner and cover, and their photos their author', async () => {
    for (const handle of [`${PERSON.alias}/album/${ALBUM}`, `${PERSON.alias}/gallery/${GALLERY}`]) {
      const { account, profile, posts } = await walker.page({ handle })
      assert.equal(account.handle, handle.replace(PERSON.alias, PERSON.nsid))
      assert.deepEqual([profile.owner?.id, profile.owner?.displayName], [PERSON.nsid, PERSON.name])
      assert.equal(profile.counts.posts, simulator.arrangedIds().length)
      const isAlbum = handle.includes('/album/')
      assert.match(profile.avatarUrl ?? '', /^https:\/\/live\.staticflickr\.com\/65535\/54000000000_aa11bb22cc_q\.jpg$/)
      for (const { author, url } of posts) {
        assert.equal(author?.id, isAlbum ? PERSON.nsid : OTHER.nsid)
        assert.match(url ?? '', /^https:\/\/www\.flickr\.com\/photos\/[^/]+\/\d+\/$/)
      }
    }
    const { profile } = await walker.page({ handle: `groups/${GROUP.nsid}` })
    assert.deepEqual([profile.displayName, profile.counts.followers, profile.owner], [GROUP.name, 120, null])
  })

  test('of a tag, no more than the newest 4,000 photos are requested', async () => {
    const large = await startFlickr(4_100)
    const client = createWalker(flickr, KEYED, large)
    const pages = await client.walk({ handle: '#rain', limit: 500 })
    assert.equal(idsOf(pages).length, 4_000)
    await client.close()
    await large.close()
  })

  test('a photo is found by its URL, with its sizes, or without them if that call fails', async () => {
    const [photo = '', video = ''] = [2, 4].map(idOf)
    const { post, answer: response } = await walker.post(`https://www.flickr.com/photos/rainperson/${photo}/`)
    assert.deepEqual([post.id, response.status, post.media[0]?.width, post.tags], [photo, 200, 1024, ['after rain']])
    const shown = await walker.post(`https://www.flickr.com/photos/rainperson/${video}/`)
    assert.deepEqual([shown.post.kind, shown.post.media[0]?.durationSeconds], ['video', 14])
  })

  test('a missing photo is post_not_found, a private one profile_private', async () => {
    await rejects(walker.post('https://www.flickr.com/photos/rainperson/53999999999/'), 'post_not_found')
    await rejects(walker.post('https://www.flickr.com/photos/rainperson/54999999999/'), 'profile_private')
  })

  test('a foreign position is invalid_cursor', () =>
    rejects(walker.page({ after: JSON.stringify(['0 20', null, null]) }), 'invalid_cursor'))
})

describe('Flickr through its feeds', () => {
  let simulator: FlickrSimulator
  let walker: Walker
  before(async () => {
    simulator = await startFlickr()
    walker = createWalker(flickr, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('the feed has the newest twenty photos, with descriptions and larger images than in the feed', async () => {
    const pages = await walker.walk({ handle: PERSON.nsid })
    for (const page of pages) assertNormalized(page)
    assert.deepEqual(idsOf(pages).toSorted(), simulator.ids().slice(0, 20).toSorted())
    const posts = pages.flatMap((page) => page.posts)
    for (const post of posts) {
      const index = Number(post.id) - Number(idOf(0))
      assert.equal(post.kind, isVideo(index) ? 'video' : 'image')
      assert.equal(post.text, index % 3 === 0 ? `Seen at the dam ${index}.\n\nTwo lines.` : null)
      const [medium = assert.fail()] = post.media
      assert.match((isVideo(index) ? medium.previewUrl : medium.url) ?? '', /_z\.jpg$/)
      if (isVideo(index)) assert.equal(medium.embedUrl, `${post.url}player/`)
    }
    const [{ profile } = assert.fail()] = pages
    assert.deepEqual([profile.displayName, profile.id, profile.handle], [PERSON.name, PERSON.nsid, PERSON.nsid])
  })

  test('an alias has no feed, and the message says so', async () => {
    await assert.rejects(walker.page({ handle: PERSON.alias }), (error) => {
      assert.ok(isApiError(error, 'profile_private') && /12345678@N00/.test(error.message), String(error))
      return true
    })
    await rejects(walker.page({ handle: '900009@N01' }), 'profile_not_found')
  })
})
