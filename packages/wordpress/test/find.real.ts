// What the field of an empty block makes of typed texts, in a real WordPress: which platforms it offers, and what it says where nothing
// fits. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ALL_PLATFORMS } from '../../service/src/platforms/all.ts'
import { POSTS_ONLY } from '../../service/src/platforms/posts-only.ts'
import { createRecognize } from '../../service/src/scanning/recognize.ts'
import { type Curated, startCurated } from './site/start-curated.ts'
import { inPhp } from './site/store-posts.ts'

const recognize = createRecognize(ALL_PLATFORMS, POSTS_ONLY)

/** What the service with all platforms responds. `states`: state of a platform, if it is not ready. */
const responseTo = (text: string, states: Readonly<Record<string, string>> = {}) => {
  const { matches, refusals } = recognize(text)
  return {
    ok: true,
    data: {
      matches: matches.map(({ platform, handle, kind, variant }) => ({
        ...{ platform: platform.id, name: platform.name, handle, meaning: kind.meaning, variant, variants: [] },
        state: states[platform.id] ?? 'ready',
      })),
      unsupported: refusals.map(({ platform, kind, says }) => ({
        platform: platform.id,
        name: platform.name,
        kind,
        says,
      })),
    },
  }
}

const PLATFORMS = ALL_PLATFORMS.map(({ id, name, handles }) => ({ id, name, handles, variants: [] }))

type Found = {
  readonly is?: string
  readonly matches?: readonly { readonly label: string; readonly mark: string }[]
  readonly says?: string
  readonly hint?: string
  readonly url?: string | null
  readonly message?: string
}

describe('the field of an empty block', () => {
  let kit: Curated

  before(async () => {
    kit = await startCurated('find')
    await kit.site.php(`update_option('central_posts_platforms', ${inPhp(PLATFORMS)}); return true;`)
  })
  after(() => kit?.stop())

  /** Types a text. Every other request fails with `code`, as that of a platform would. */
  const type = (text: string, { code = 'platform_error', states = {}, post = 'unsupported_post_url' } = {}) =>
    kit.site.php<Found>(
      `add_filter('pre_http_request', function ($before, $options, $url) {
         $is_recognize = substr($url, -10) === '/recognize';
         $code = substr($url, -6) === '/token' || strpos($url, 'auth') ? '' : (strpos($url, '/validate') ? '${post}' : '${code}');
         $body = $is_recognize ? ${inPhp(responseTo(text, states))} : ['ok' => false, 'error' => ['code' => $code, 'message' => '', 'retryable' => false]];
         return $is_recognize || $code !== '' ? ['headers' => ['content-type' => 'application/json'], 'cookies' => [], 'filename' => null, 'body' => wp_json_encode($body), 'response' => ['code' => $is_recognize ? 200 : 422, 'message' => '']] : $before; }, 10, 3);
       $request = new WP_REST_Request('POST', '/central-posts/v1/find'); $request->set_body_params(['text' => ${inPhp(text)}]); $response = rest_do_request($request); return (array) $response->get_data();`,
      { user: 1 },
    )
  const labels = ({ matches = [] }: Found) => matches.map(({ label }) => label)

  test('a hashtag names the platforms that need a server, and the sandbox is no choice beside real platforms', async () => {
    const found = await type('#bread')
    assert.equal(found.hint, 'Mastodon, Misskey, PeerTube: add a server, as in #bread@mastodon.social.')
    assert.ok(labels(found).includes('Tumblr'))
    assert.equal(labels(found).includes('Sandbox'), false)
    for (const meant of ['#demo', 'demo', '@demo']) assert.ok(labels(await type(meant)).includes('Sandbox'), meant)
    assert.equal(
      (await type('@name')).hint,
      'Mastodon, Misskey, PeerTube, Lemmy: add a server, as in @name@mastodon.social.',
    )
    assert.equal((await type('!bread')).hint, 'Lemmy: add a server, as in !bread@lemmy.world.')
  })

  test('where only the sandbox fits, a hashtag is not shown as a made-up one without a word', async () => {
    const others = ALL_PLATFORMS.filter(({ id }) => id !== 'sandbox').map(({ id }) => [id, 'not_in_plan'])
    const found = await type('#bread', { states: Object.fromEntries(others) })
    assert.deepEqual([found.is, labels(found)], ['unclear', ['Sandbox']])
    assert.match(found.hint ?? '', /add a server/)
  })

  test('platforms that the plan lacks are not offered beside others, and each choice has its mark', async () => {
    const found = await type('@name', { states: { tiktok: 'not_in_plan', x: 'not_configured' } })
    assert.deepEqual(
      ['TikTok', 'X', 'Bluesky'].map((name) => labels(found).includes(name)),
      [false, false, true],
    )
    for (const { label, mark } of found.matches ?? []) assert.ok(mark.startsWith('<svg') && mark.includes(label), label)
  })

  const SENTENCES: readonly (readonly [string, RegExp, string?])[] = [
    ['htps://mastodon.social/@x', /^A URL begins with https:\/\/, and this text with “htps:\/\/”\./],
    ['https//mastodon.social/@x', /with “https\/\/”\./],
    ['mailto:name@example.com', /with “mailto:”\./],
    ['file:///etc/passwd', /with “file:\/\/”\./],
    ['@', /^A name is missing after “@”\.$/],
    ['#', /^A name is missing after “#”\.$/],
    ['hello dear world', /^Names have no spaces\. Open the profile/],
    ['🔥', /^None of your platforms has a name like this\./],
    ['https://www.instagram.com/', /^This page of Instagram is neither a profile nor a post\./],
    ['https://www.youtube.com/', /^This page of YouTube is neither a profile nor a post\./],
    ['https://bsky.app/', /^This page of Bluesky is neither a profile nor a post\./],
    ['mastodon.social', /^This page has no posts that your platforms can read\./],
    ['https://www.tiktok.com/tag/bread', /^TikTok does not let other sites show this kind of page\./],
    [
      'https://www.reddit.com/r/nosuchplace',
      /^reddit\.com has no public profile “https:\/\/www\.reddit\.com\/r\/nosuchplace”\. Check the spelling\.$/,
      'profile_not_found',
    ],
    ['name@gmail.com', /^gmail\.com has no public profile “name@gmail\.com”\./, 'profile_not_found'],
    ['https://example.com/', /^example\.com did not respond in time\. Try again later\.$/, 'platform_timeout'],
    ['https://example.com/', /^example\.com returned an error\. Check the spelling\./],
    ['https://www.facebook.com/bakery', /^Your provider has not set up Facebook yet\./, 'platform_not_configured'],
    ['https://www.facebook.com/bakery', /^Facebook rejected your provider’s credentials\./, 'platform_unauthorized'],
  ]

  for (const [text, sentence, code] of SENTENCES) {
    test(`${text}${code === undefined ? '' : ` (${code})`} is answered with what is wrong, and what to do`, async () => {
      const found = await type(text, code === undefined ? {} : { code })
      const said = found.message ?? (found.says || found.hint) ?? ''
      assert.match(said, sentence)
      assert.doesNotMatch(said, /Your feed keeps/)
    })
  }

  test('a page that does not exist is called a deleted post only if its URL can be one of a post', async () => {
    const post = 'post_not_found'
    const PAGES = ['social.example/about', 'journal.example/about/', 'journal.example/imprint.html#top']
    for (const page of PAGES) {
      const { message = '' } = await type(`https://${page}`, { post })
      assert.equal(
        message,
        `This page of ${page.split('/')[0]} is neither a profile nor a post. Open the profile or the post, and copy its URL.`,
      )
    }
    for (const page of ['/@name/113', '/2026/03/rye-bread', '/rye-bread', '/p/a', '/post5', '/item?id=a', '/']) {
      const { message } = await type(`https://social.example${page}`, { post })
      assert.equal(message, 'social.example has no post at this URL. It may have been deleted.', page)
    }
  })

  test('nothing is wrong in the log', async () => {
    assert.equal(await kit.site.errorLog(), '')
  })
})
