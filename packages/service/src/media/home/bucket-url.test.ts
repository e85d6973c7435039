import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBucketUrl } from './bucket-url.ts'

test('a URL names the storage, the bucket, the key and the region', () => {
  assert.deepEqual(parseBucketUrl('https://KEY:a%2Fb%2Bc@s3.example.com/my-bucket?region=eu-1'), {
    ...{ keyId: 'KEY', secret: 'a/b+c', endpoint: 'https://s3.example.com/my-bucket', region: 'eu-1' },
  })
  assert.deepEqual(parseBucketUrl('http://KEY:SECRET@10.0.0.7:9000/images/'), {
    ...{ keyId: 'KEY', secret: 'SECRET', endpoint: 'http://10.0.0.7:9000/images', region: 'us-east-1' },
  })
})

test('what is missing or wrong is named, and no part of the value', () => {
  const wrong: readonly (readonly [RegExp, string])[] = [
    [/must be a URL such as/, 's3.example.com/hunter2'],
    [/must be a URL such as/, 's3://hunter2:hunter2@bucket/x'],
    [/must be a URL such as/, 'https://K:hunter2#x@s3.example.com/b'],
    [/must contain a key and its secret/, 'https://s3.example.com/hunter2'],
    [/must contain a key and its secret/, 'https://hunter2@s3.example.com/bucket'],
    [/must name one bucket in its path/, 'https://K:hunter2@s3.example.com'],
    [/must name one bucket in its path/, 'https://K:hunter2@s3.example.com/bucket/folder'],
    [/must have no parameter but region/, 'https://K:S@s3.example.com/bucket?zone=hunter2'],
    [/percent-encoded/, 'https://K:hunter2%@s3.example.com/bucket'],
  ]
  for (const [message, url] of wrong)
    assert.throws(
      () => parseBucketUrl(url),
      (error: Error) => message.test(error.message) && !error.message.includes('hunter2'),
      url,
    )
})
