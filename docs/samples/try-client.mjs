import assert from 'node:assert/strict'
import { createClient } from '@central-api/client'
import { createFakeService, makePost } from '@central-api/client/fake'

const fake = createFakeService({ posts: [makePost({ id: '1', text: 'Hello' })] })
const client = createClient({ baseUrl: 'https://fake.example', licenseKey: 'any', fetch: fake.fetch })
const scan = () => client.scan({ platform: 'sandbox', handle: 'demo' }, { repeat: { maxTries: 1 } })

assert.equal((await scan()).body.posts[0].text, 'Hello')

fake.fail('platform_error') // the next request; { times: 2 } for more
await assert.rejects(scan(), { code: 'platform_error', retryable: true })

fake.disconnect() // no response
await assert.rejects(scan(), { code: 'network_error' })

// All requests so far, including the exchange of the key.
assert.equal(fake.requests.length, 4)
