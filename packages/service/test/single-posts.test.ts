// Single posts of every platform through the API, with its simulator: an existing, a deleted and a hidden one, with and
// without the operator's credentials.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SIMULATED_PLATFORMS, startSimulation } from '@central-api/testing/platforms/suite/simulated-platforms.ts'
import { SCAN, startClient } from '@central-api/testing/start-client.ts'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import type { Post } from '../src/post/post.ts'

/** The source of an existing post: the platform's own API or pages, its oEmbed, the page. */
type Way = Post['source']['kind'] | 'oembed' | 'page'
type Reported = Way | 'post_not_found' | 'profile_private' | 'unsupported_post_url'

type Row = {
  /** The source of the newest post, with and without credentials; a single value if both are the same. */
  readonly there: readonly [Reported, Reported?]
  /** URL → the same for it. */
  readonly others: Readonly<Record<string, readonly [Reported, Reported?]>>
}

const GONE = ['post_not_found'] as const
const HIDDEN = ['profile_private'] as const

const ROWS: Readonly<Record<string, Row>> = {
  bluesky: {
    there: ['official_api'],
    others: {
      'https://bsky.app/profile/garden.bsky.social/post/3gone': GONE,
      'https://bsky.app/profile/quiet.bsky.social/post/3quiet': HIDDEN,
    },
  },
  dailymotion: {
    there: ['official_api'],
    others: {
      'https://www.dailymotion.com/video/xnotfound': GONE,
      'https://www.dailymotion.com/video/x9private': HIDDEN,
    },
  },
  devto: { there: ['official_api'], others: { 'https://dev.to/ana/not-there-9z9z': GONE } },
  discourse: { there: ['official_api'], others: { 'https://forum.example/t/1': GONE } },
  facebook: {
    there: ['official_api', 'oembed'],
    others: {
      'https://www.facebook.com/reel/9000055/': ['oembed'],
      'https://www.facebook.com/acmebakery/posts/123456': GONE,
    },
  },
  flickr: {
    there: ['official_api', 'oembed'],
    others: {
      'https://www.flickr.com/photos/rainperson/53999999999/': GONE,
      // Its oEmbed returns the same for both.
      'https://www.flickr.com/photos/rainperson/54999999999/': ['profile_private', 'post_not_found'],
    },
  },
  // On a site’s own host, only its API shows that a page is a post.
  ghost: { there: ['official_api', 'unsupported_post_url'], others: { 'https://site.example/not-there/': GONE } },
  github: {
    // A repository is also a profile.
    there: ['unsupported_post_url'],
    others: {
      'https://github.com/hollow-oak/acorn-0/issues/12': ['official_api'],
      'https://github.com/hollow-oak/acorn-0/releases/tag/v1.0.0': ['official_api'],
      'https://github.com/hollow-oak/acorn-0/issues/13': GONE,
      'https://github.com/orgs/hollow-oak/discussions/3': ['page'],
    },
  },
  hackernews: { there: ['official_api'], others: { 'https://news.ycombinator.com/item?id=1': GONE } },
  instagram: { there: ['oembed'], others: { 'https://www.instagram.com/p/DAbnothing/': GONE } },
  lemmy: { there: ['official_api'], others: { 'https://l.example/post/1': GONE } },
  linkedin: {
    there: ['official_api', 'page'],
    others: {
      'https://www.linkedin.com/feed/update/urn:li:share:7300009999999/': GONE,
      'https://www.linkedin.com/feed/update/urn:li:share:7400000000000/': ['page'],
      'https://www.linkedin.com/feed/update/urn:li:share:7300000000006/': ['profile_private', 'post_not_found'],
    },
  },
  mastodon: { there: ['official_api'], others: { 'https://social.example/@garden/99': GONE } },
  medium: { there: ['page'], others: { 'https://medium.com/@inespaz/story-0a1b2cffffff': GONE } },
  misskey: {
    there: ['official_api'],
    others: {
      'https://notes.example/notes/a1z0000zzz': GONE,
      'https://notes.example/notes/a1zmembers': HIDDEN,
    },
  },
  peertube: {
    there: ['official_api'],
    others: {
      'https://tube.example/w/0b04f13d-1e18-4f1d-814e-4979aa7c9c44': GONE,
      'https://tube.example/w/dddddddd-1e18-4f1d-814e-4979aa7c9c44': HIDDEN,
      'https://tube.example/w/ffffffff-1e18-4f1d-814e-4979aa7c9c44': HIDDEN,
    },
  },
  pinterest: {
    there: ['official_api', 'oembed'],
    others: {
      'https://www.pinterest.com/pin/123456/': GONE,
      'https://www.pinterest.com/pin/910000000000000000/': ['oembed'],
    },
  },
  reddit: {
    there: ['official_api', 'oembed'],
    others: {
      'https://www.reddit.com/r/breadit/comments/zzzzzz/x/': GONE,
      'https://www.reddit.com/r/secret/comments/zzzzzz/x/': HIDDEN,
    },
  },
  // The embed that its page names identifies the item of a feed as a post.
  rss: { there: ['oembed'], others: { 'https://journal.example/9999': GONE } },
  stackexchange: { there: ['official_api'], others: { 'https://cooking.stackexchange.com/q/9': GONE } },
  substack: { there: ['page'], others: { 'https://tides.substack.com/p/not-there': GONE } },
  telegram: {
    there: ['public_page'],
    others: {
      'https://t.me/fernnews/99999': GONE,
      'https://t.me/secretroom/12': HIDDEN,
      'https://t.me/c/1234567890/12': HIDDEN,
    },
  },
  threads: {
    there: ['official_api', 'oembed'],
    others: { 'https://www.threads.com/@acme.bakery/post/DAxnothing': GONE },
  },
  tiktok: {
    there: ['official_api', 'oembed'],
    others: { 'https://www.tiktok.com/@acme/video/7000000000000000000': GONE },
  },
  tumblr: {
    there: ['official_api', 'oembed'],
    others: {
      'https://ferns.tumblr.com/post/781234567899999999': GONE,
      'https://secluded.tumblr.com/post/781234567890000056': HIDDEN,
      'https://locked.tumblr.com/post/781234567890000056': HIDDEN,
    },
  },
  twitch: {
    there: ['official_api', 'page'],
    others: { 'https://www.twitch.tv/videos/999999': GONE, 'https://clips.twitch.tv/NotThereAtAll': GONE },
  },
  vimeo: {
    there: ['official_api', 'oembed'],
    others: { 'https://vimeo.com/1': GONE, 'https://vimeo.com/100000006': HIDDEN },
  },
  wordpress: { there: ['official_api'], others: { 'https://blog.example/2026/03/not-there/': GONE } },
  x: {
    there: ['official_api', 'oembed'],
    others: { 'https://x.com/Acme/status/1': GONE, 'https://x.com/shy/status/1': HIDDEN },
  },
  youtube: {
    there: ['official_api', 'oembed'],
    others: { 'https://www.youtube.com/watch?v=aaaaaaaaaaa': GONE },
  },
}

const startAsking = async (context: TestContext, environment: Readonly<Record<string, string>>, network: object) => {
  const { post, headers } = await startClient(context, { environment, network, platforms: ALL_PLATFORMS })
  const validate = async (url: string): Promise<string> => {
    const { status, body } = await post('/validate-post', { url }, headers)
    if (status !== 200) return String(body.error?.code)
    const { post: reported, embed } = body.data as { readonly post: Post | null; readonly embed: object | null }
    return reported?.source.kind ?? (embed === null ? 'page' : 'oembed')
  }
  const scan = async (platform: string, handle: string): Promise<Post | undefined> => {
    const { body } = await post(SCAN, { platform, handle }, headers)
    return (body.data?.body as { readonly posts: readonly Post[] } | undefined)?.posts[0]
  }
  return { validate, scan }
}

test('every platform’s post is found, gone or hidden according to its available source', async (context) => {
  const { environment, network, handles, close } = await startSimulation()
  context.after(close)
  const credentials = new Set(SIMULATED_PLATFORMS.flatMap((each) => Object.keys(each.environment)))
  const bare = Object.fromEntries(Object.entries(environment).filter(([name]) => !credentials.has(name)))
  const equipped = await startAsking(context, environment, network)
  const plain = await startAsking(context, bare, network)
  assert.deepEqual([...handles.keys()].toSorted(), Object.keys(ROWS).toSorted())
  for (const [platform, { there, others }] of Object.entries(ROWS)) {
    const newest = await equipped.scan(platform, handles.get(platform) ?? '')
    for (const [address, [reported, withoutCredential = reported]] of [
      [newest?.url ?? '', there] as const,
      ...Object.entries(others),
    ])
      assert.deepEqual(
        [await equipped.validate(address), await plain.validate(address)],
        [reported, withoutCredential],
        `${platform} ${address}`,
      )
  }
})
