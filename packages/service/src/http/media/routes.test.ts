import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO, pageOf, startClient } from '@central-api/testing/start-client.ts'
import { startService } from '@central-api/testing/start-service.ts'
import type { Post, Profile } from '../../post/post.ts'

type Page = { readonly profile: Profile; readonly posts: readonly Post[] }
const bodyOf = (response: Parameters<typeof pageOf>[0]): Page => pageOf(response).body as unknown as Page

const imagesOf = ({ profile, posts }: Page): readonly string[] =>
  [
    ...[profile.avatarUrl, profile.bannerUrl],
    ...posts.flatMap(({ author, link, media, html }) => [
      ...[author?.avatarUrl, link?.imageUrl],
      ...media.flatMap(({ type, url, previewUrl }) => [type === 'image' ? url : null, previewUrl]),
      ...[...(html ?? '').matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, url]) => url),
    ]),
  ].filter((url) => typeof url === 'string')

const PREFIX = 'https://media.example/media/'
const PROXY = { MEDIA: 'proxy', MEDIA_BASE_URL: 'https://media.example' }

test('by default, responses name the URLs of the platforms, and there are no others', async (context) => {
  const { scan, send } = await startClient(context)
  const page = bodyOf(await scan(DEMO))
  assert.ok(imagesOf(page).length > 20)
  for (const url of imagesOf(page)) assert.ok(url.startsWith('https://central.example/sandbox/'), url)
  for (const { url, originalUrl, sizes } of page.posts.flatMap(({ media }) => media))
    assert.deepEqual([originalUrl, sizes], [url, []])
  assert.equal((await send({ method: 'GET', path: '/media/x' })).status, 404)
})

test('with the proxy, every image of a page has a URL of the service, and loads from it', async (context) => {
  const { scan, send } = await startClient(context, { environment: PROXY })
  const page = bodyOf(await scan(DEMO))
  const urls = new Set(imagesOf(page))
  assert.ok(urls.size > 10)
  for (const url of urls) {
    assert.ok(url.startsWith(PREFIX), url)
    const { pathname } = new URL(url)
    const response = await send({ method: 'GET', path: pathname })
    assert.deepEqual([response.status, response.headers['content-type']], [200, 'image/png'], pathname)
  }
  const { media } = page.posts.find((post) => post.kind === 'image') ?? assert.fail()
  assert.match(media[0]?.originalUrl ?? '', /^https:\/\/central\.example\/sandbox\//)
})

test('a page keeps its URLs in the store, and in another process', async (context) => {
  const first = await startClient(context, { environment: PROXY })
  const page = await first.scan(DEMO)
  assert.deepEqual(bodyOf(await first.scan(DEMO)), bodyOf(page))
  const other = await startClient(context, { environment: PROXY })
  assert.deepEqual(imagesOf(bodyOf(await other.scan(DEMO))), imagesOf(bodyOf(page)))
})

test('selected posts and validated posts have the same URLs as the page', async (context) => {
  const { scan, post, headers } = await startClient(context, { environment: PROXY })
  const shown = bodyOf(await scan(DEMO)).posts.find((each) => each.kind === 'image') ?? assert.fail()
  const selected = await post('/posts', { platform: 'sandbox', posts: [shown.url] }, headers)
  const [found] = (selected.body.data as { body: { posts: readonly { post: Post }[] } }).body.posts
  assert.equal(found?.post.media[0]?.url, shown.media[0]?.url)
  const validated = await post('/validate-post', { url: shown.url }, headers)
  assert.equal((validated.body.data as { post: Post }).post.media[0]?.url, shown.media[0]?.url)
})

test('a URL that was changed, or made elsewhere, is no image', async (context) => {
  const { scan, send } = await startClient(context, { environment: PROXY })
  const [url = ''] = imagesOf(bodyOf(await scan(DEMO)))
  const stranger = await startService(context, {
    environment: { ...PROXY, LICENSE_PEPPER: 'another-pepper-another-pepper-another-1' },
  })
  const { pathname } = new URL(url)
  assert.equal((await stranger.send({ method: 'GET', path: pathname })).status, 404)
  for (const path of [`${pathname}A`, pathname.slice(0, -1), '/media/', '/media/https%3A%2F%2Fcdn.example%2F1.png'])
    assert.equal((await send({ method: 'GET', path })).status, 404, path)
})
