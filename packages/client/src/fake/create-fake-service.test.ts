import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AccountData } from '../../../service/src/http/account/schema.ts'
import { RecognizeData } from '../../../service/src/http/recognize/schema.ts'
import { PageData } from '../../../service/src/http/scan-profile/schema.ts'
import { validateLink } from '../../../service/src/http/validate-link/route.ts'
import { validatePost } from '../../../service/src/http/validate-post/route.ts'
import { createClient, isCentralApiError } from '../create-client.ts'
import { createFakeService, makeMedia, makePost } from './create-fake-service.ts'

const REQUEST = { platform: 'sandbox', handle: 'demo' }
const URL_OF_POST = 'https://blog.example/1'

const start = (count = 0) => {
  const posts = Array.from({ length: count }, (_, at) => makePost({ id: `${at}`, media: [makeMedia()] }))
  const fake = createFakeService({ posts })
  const waits: number[] = []
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const { fetch } = fake
  const client = createClient({ baseUrl: 'https://fake.example', licenseKey: 'any', fetch, repeat: { wait } })
  return { fake, client, waits }
}

const assertIs = (schema: TSchema, value: unknown) => {
  const shape = Compile(schema)
  assert.ok(shape.Check(value), JSON.stringify([...shape.Errors(value)].slice(0, 3)))
}

test('responses of the fake match the schemas of the service', async () => {
  const { client, fake } = start(21)
  const page = await client.scan(REQUEST)
  assertIs(PageData, page)
  assertIs(PageData, await client.loadMore({ ...REQUEST, cursor: page.nextCursor ?? '' }))
  assertIs(RecognizeData, await client.recognize({ text: 'demo' }))
  assertIs(AccountData, await client.account())
  assertIs(validateLink.data, await client.validateLink({ url: URL_OF_POST }))
  assertIs(validateLink.data, await client.validateLink({ url: URL_OF_POST, withBody: false }))
  fake.setPosts([makePost({ id: '1', url: URL_OF_POST })])
  assertIs(validatePost.data, await client.validatePost({ url: URL_OF_POST }))
})

test('the fake serves posts in pages and records requests', async () => {
  const { client, fake } = start(45)
  assert.equal((await Array.fromAsync(client.posts(REQUEST))).length, 45)
  assert.deepEqual(
    fake.requests.map(({ path }) => path),
    ['/auth/token', '/scan-profile', '/load-more-posts', '/load-more-posts'],
  )
})

test('simulated errors occur as often as configured and match those of the service', async () => {
  const { client, fake, waits } = start(1)
  fake.fail('platform_error', { times: 2, retryAfterSeconds: 3 })
  assert.equal((await client.scan(REQUEST)).body.posts.length, 1)
  assert.equal(waits.length, 2)
  fake.fail('profile_not_found')
  await assert.rejects(
    client.scan(REQUEST),
    (error) => isCentralApiError(error, 'profile_not_found') && error.status === 404,
  )
  fake.disconnect()
  await client.scan(REQUEST)
  assert.equal(waits.length, 3)
  const other = start()
  other.fake.fail('license_expired', { path: '/auth/token' })
  await assert.rejects(other.client.scan(REQUEST), (error) => isCentralApiError(error, 'license_expired'))
  await assert.rejects(client.loadMore({ ...REQUEST, cursor: 'made up' }), { code: 'invalid_cursor' })
})
