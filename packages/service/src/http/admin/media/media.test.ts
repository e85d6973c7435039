import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ADMIN_TOKEN, SCAN, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { START } from '@central-api/testing/start-service.ts'
import { subjectOf } from '../../../media/media-key.ts'
import type { Post } from '../../../post/post.ts'
import type { Media } from '../schemas.ts'

const media = async ({ get }: Awaited<ReturnType<typeof startOperator>>): Promise<Media> =>
  (await get('GET', '/media')) as unknown as Media

test('without the proxy there is nothing to show, and images can be forgotten all the same', async (context) => {
  const service = await startOperator(context)
  assert.deepEqual(await media(service), { proxy: null, forgottenCount: 0, forgotten: [] })
  const { subject } = await service.get('POST', '/media/forget', { url: ' https://social.example/@ana/1 ' })
  assert.equal(subject, subjectOf('https://social.example/@ana/1').toString('hex'))
  const { forgotten, forgottenCount } = await media(service)
  assert.deepEqual([forgotten, forgottenCount], [[{ subject, at: new Date(START).toISOString() }], 1])
})

test('an operator sees the copies by platform, and what the process did', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'media-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const environment = { MEDIA: 'proxy', MEDIA_DIR: folder, MEDIA_MAX_MB: '20' }
  const service = await startOperator(context, { environment })
  const { send, create, authorize, post, parts } = service
  const empty = (await media(service)).proxy
  assert.deepEqual([empty?.home, empty?.maxBytes, empty?.countedAt], ['folder', 20_000_000, null])
  // It had them counted.
  await parts.media?.sweep()
  assert.deepEqual((await media(service)).proxy?.copies, [])
  const { key } = await create()
  const page = await post('/scan-profile', SCAN, await authorize(key))
  const { posts } = (page.body.data as { body: { posts: readonly Post[] } }).body
  const image = posts.find(({ kind }) => kind === 'image')?.media[0] ?? assert.fail()
  const load = async () => (await send({ method: 'GET', path: new URL(image.url ?? '').pathname })).status
  assert.equal(await load(), 200)
  await parts.images?.idle()
  await parts.media?.sweep()
  const shown = (await media(service)).proxy ?? assert.fail()
  const [copies] = shown.copies
  assert.deepEqual([copies?.platform, copies?.renderings, shown.countedAt], ['sandbox', 0, shown.since])
  assert.ok(copies && copies.originals >= 1 && copies.bytes > 1_000)
  assert.deepEqual(shown.responses, { 200: 1 })
  assert.equal(shown.fetches.ok, copies.originals)

  // The URL of the image at this service stands for it.
  const { subject } = await service.get('POST', '/media/forget', { url: image.url })
  assert.equal(subject, subjectOf(image.originalUrl).toString('hex'))
  assert.equal(await load(), 410)
  const [entry] = await parts.store.audit.list({ action: 'media.forget', limit: 1 })
  assert.deepEqual([entry?.subject, entry?.actor.kind], [{ kind: 'media', id: subject }, 'operator'])
  assert.ok(!JSON.stringify(entry).includes('https://'))
})

test('what is no URL of the web is refused', async (context) => {
  const { wrong, parts, send } = await startOperator(context)
  for (const url of ['ana', 'ftp://social.example/1', 'javascript:alert(1)', 'https://'])
    await wrong('POST', '/media/forget', { url }, 'url', /must be a URL that starts with/)
  await wrong('POST', '/media/forget', { url: 'http://127.0.0.1:8302/media/abc' }, 'url', /is one of this machine/)
  await wrong('POST', '/media/forget', { url: '' }, 'url', /must not be empty/)
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const long = { url: `https://a.example/${'x'.repeat(4_100)}` }
  assert.equal((await send({ path: '/admin/v1/media/forget', headers, body: long })).body.ok, false)
  assert.deepEqual(await parts.store.mediaMarks.list(), [])
})
