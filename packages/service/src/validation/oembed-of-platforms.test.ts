// The platforms' oEmbed endpoints without credentials: existing posts, and missing ones in every form of refusal.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { FACTS as FACEBOOK, startFacebook } from '@central-api/testing/platforms/facebook/simulator.ts'
import { FACTS as FLICKR, startFlickr } from '@central-api/testing/platforms/flickr/simulator.ts'
import { FACTS as INSTAGRAM, startInstagram } from '@central-api/testing/platforms/instagram/simulator.ts'
import { startPinterest } from '@central-api/testing/platforms/pinterest/simulator.ts'
import type { Simulator } from '@central-api/testing/platforms/suite/simulator.ts'
import { createWalker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { startThreads, FACTS as THREADS } from '@central-api/testing/platforms/threads/simulator.ts'
import { startTiktok } from '@central-api/testing/platforms/tiktok/simulator.ts'
import { startVimeo, FACTS as VIMEO, idOf as videoOf } from '@central-api/testing/platforms/vimeo/simulator.ts'
import { parseAllowList } from '../egress/allow-list.ts'
import { createEgress } from '../egress/create-egress.ts'
import { type ErrorCode, isApiError } from '../errors.ts'
import { facebook } from '../platforms/facebook/facebook.ts'
import { flickr } from '../platforms/flickr/flickr.ts'
import { instagram } from '../platforms/instagram/instagram.ts'
import { pinterest } from '../platforms/pinterest/pinterest.ts'
import { threads } from '../platforms/threads/threads.ts'
import { tiktok } from '../platforms/tiktok/tiktok.ts'
import { vimeo } from '../platforms/vimeo/vimeo.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { PUBLIC } from '../upstream/contract/reach.ts'
import { createOembedClient } from './oembed-client.ts'
import { createRecognizer } from './posts/recognize-post.ts'

type Case = {
  readonly platform: unknown
  readonly start: () => Promise<Simulator>
  /** The settings of the simulator, one after another, each with the error for a post that may not be embedded. */
  readonly ways?: readonly (readonly [supposed: object, closed?: readonly [address: string, code: ErrorCode]])[]
  /** The URL of a post, by its id. */
  readonly there: (id: string) => string
  readonly gone: string
}

const missingIn = (facts: { readonly oembedMissing: readonly object[] }): Case['ways'] & object =>
  facts.oembedMissing.map((oembedMissing) => [{ oembedMissing }])

const CLOSED_FILM = `https://vimeo.com/${videoOf(6)}`

const CASES: Readonly<Record<string, Case>> = {
  facebook: {
    platform: facebook,
    start: startFacebook,
    ways: missingIn(FACEBOOK),
    there: (id) => `https://www.facebook.com/acme/posts/${id.replace(/^\d+_/, '')}`,
    gone: 'https://www.facebook.com/reel/123456/',
  },
  instagram: {
    platform: instagram,
    start: startInstagram,
    ways: missingIn(INSTAGRAM),
    there: (id) => `https://www.instagram.com/p/DAb${id.slice(-5).padStart(8, '0')}/`,
    gone: 'https://www.instagram.com/p/DAbnothing/',
  },
  threads: {
    platform: threads,
    start: startThreads,
    ways: missingIn(THREADS),
    there: (id) => `https://www.threads.com/@acme.bakery/post/DAx${id.slice(-4)}`,
    gone: 'https://www.threads.com/@acme.bakery/post/DAxnothing',
  },
  flickr: {
    platform: flickr,
    start: startFlickr,
    ways: missingIn(FLICKR),
    there: (id) => `https://www.flickr.com/photos/rainperson/${id}/`,
    gone: 'https://www.flickr.com/photos/rainperson/53999999999/',
  },
  vimeo: {
    platform: vimeo,
    start: startVimeo,
    ways: VIMEO.notEmbedded.map((notEmbedded) => [
      { notEmbedded },
      [CLOSED_FILM, notEmbedded === 403 ? 'profile_private' : 'post_not_found'],
    ]),
    there: (id) => `https://vimeo.com/${id}`,
    gone: 'https://vimeo.com/1',
  },
  tiktok: {
    platform: tiktok,
    start: startTiktok,
    there: (id) => `https://www.tiktok.com/@acme/video/${id}`,
    gone: 'https://www.tiktok.com/@acme/video/7000000000000000000',
  },
  pinterest: {
    platform: pinterest,
    start: startPinterest,
    there: (id) => `https://www.pinterest.com/pin/${id}/`,
    gone: 'https://www.pinterest.com/pin/123456/',
  },
}

/** Requests the platform's endpoint for a URL. */
const startClient = async (context: TestContext, { platform: given, start }: Case) => {
  const platform = given as Platform
  const simulator = await start()
  const walker = createWalker(platform, {}, simulator)
  const egress = createEgress({ allow: parseAllowList(new URL(simulator.origin).host) })
  context.after(async () => {
    await Promise.all([walker.close(), egress.close()])
    await simulator.close()
  })
  const recognizer = createRecognizer([platform])
  const oembed = createOembedClient({
    ...{ egress, elapsed: Date.now, baseUrlOf: () => simulator.origin },
    client: (fetch) => walker.start().upstreams.client(fetch),
  })
  const send = (url: string) => {
    const found = recognizer.find(new URL(url))
    assert.ok(found?.is === 'post' && found.target.oembedUrl, url)
    const { target } = found
    const { oembedUrl } = found.target
    const until = {
      signal: AbortSignal.timeout(5_000),
      deadline: Date.now() + 5_000,
      licenseId: undefined,
      access: PUBLIC,
    }
    return egress.bodies.during(undefined, (bodies) =>
      oembed.send(target, oembedUrl, { ...until, bodies, withBody: false }),
    )
  }
  return { simulator, send }
}

for (const [id, each] of Object.entries(CASES))
  test(`oEmbed of ${id} returns an existing post, and an error for a missing one`, async (context) => {
    const { simulator, send } = await startClient(context, each)
    for (const [supposed, closed] of each.ways ?? [[{}]]) {
      if ('suppose' in simulator && typeof simulator.suppose === 'function') simulator.suppose(supposed)
      const way = JSON.stringify(supposed)
      const { status, embed } = await send(each.there(simulator.ids()[0] ?? ''))
      assert.deepEqual([status, typeof embed?.html], [200, 'string'], way)
      const gone = [each.gone, 'post_not_found'] as const
      for (const [url, code] of closed ? [gone, closed] : [gone])
        await assert.rejects(send(url), (error) => {
          assert.ok(isApiError(error, code), `${way} ${String(error)}`)
          return true
        })
    }
  })
