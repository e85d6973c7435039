import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { subjectOf } from '../media/media-key.ts'

const POST = 'https://social.example/@ana/1'

test('the images of a URL are forgotten, once, and the audit trail says by whom', async (context) => {
  const cli = await createTestCliOnStore(context)
  assert.deepEqual(await cli.json('media', 'forget', POST), { url: POST })
  const { out } = await cli.run('media', 'forget', POST)
  assert.equal(
    out,
    `Images of ${POST} are no longer served.\nBrowsers and CDNs that have them may show them for up to a day.\n`,
  )
  const entries =
    await cli.json<readonly { readonly action: string; readonly subject: { readonly id: string } }[]>('audit')
  const forgotten = entries.filter(({ action }) => action === 'media.forget')
  assert.deepEqual(
    forgotten.map(({ subject }) => subject.id),
    [subjectOf(POST).toString('hex')],
  )
})

test('what is no web URL is refused', async (context) => {
  const cli = await createTestCliOnStore(context)
  for (const text of ['@ana', 'ftp://social.example/1', 'social.example/@ana/1']) {
    const { status, err } = await cli.run('media', 'forget', text)
    assert.notEqual(status, 0)
    assert.match(err, /It must be a URL that starts with http:\/\/ or https:\/\//)
  }
})
