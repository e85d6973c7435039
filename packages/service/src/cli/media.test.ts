import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { subjectOf } from '../media/media-key.ts'

const POST = 'https://social.example/@ana/1'

test('the images of a URL are forgotten, once, and the audit trail says by whom', async (context) => {
  const cli = await createTestCliOnStore(context)
  assert.deepEqual(await cli.json('media', 'forget', POST), { url: POST, copies: 0 })
  const { out } = await cli.run('media', 'forget', POST)
  assert.equal(
    out,
    `It is recorded that images of ${POST} must not be served any more.
There is no copy of them in ${cli.file('media')}. Check that responses have this URL: the command cannot tell.
Browsers and CDNs that have them may show them for up to a day.
`,
  )
  const entries =
    await cli.json<readonly { readonly action: string; readonly subject: { readonly id: string } }[]>('audit')
  const forgotten = entries.filter(({ action }) => action === 'media.forget')
  assert.deepEqual(
    forgotten.map(({ subject }) => subject.id),
    [subjectOf(POST).toString('hex')],
  )
})

test('the copies that will be deleted are counted, and a long URL is cut', async (context) => {
  const cli = await createTestCliOnStore(context)
  const url = `${POST}?${'a'.repeat(3_000)}`
  const folder = cli.file('media/sandbox/ab')
  await mkdir(folder, { recursive: true })
  const name = `${subjectOf(url).toString('hex')}.00.11`
  for (const each of [name, `${name}-320.webp`, '22.00.11']) await writeFile(join(folder, each), '')
  const { out } = await cli.run('media', 'forget', url)
  assert.match(out, /images of https:\/\/social\.example\/@ana\/1\?a{170}… must not/)
  assert.match(out, /\n2 copies of them in .*media will be deleted within the hour\.\n/)
})

test('what no image can belong to is refused', async (context) => {
  const cli = await createTestCliOnStore(context)
  const { status, err } = await cli.run('media', 'forget', 'http://127.0.0.1:8302/media/abc')
  assert.notEqual(status, 0)
  assert.match(err, /The URL is one of this machine/)
})

test('what is no web URL is refused', async (context) => {
  const cli = await createTestCliOnStore(context)
  for (const text of ['@ana', 'ftp://social.example/1', 'social.example/@ana/1']) {
    const { status, err } = await cli.run('media', 'forget', text)
    assert.notEqual(status, 0)
    assert.match(err, /It must be a URL that starts with http:\/\/ or https:\/\//)
  }
})
