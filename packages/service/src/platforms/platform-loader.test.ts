import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ALL_PLATFORMS } from './all.ts'
import { createPlatformLoader } from './platform-loader.ts'

const SAMPLE = fileURLToPath(new URL('../../../../docs/samples/my-platform.js', import.meta.url))

test('loads each platform of the repository by its id', async () => {
  const load = createPlatformLoader([])
  for (const platform of ALL_PLATFORMS) assert.equal(await load(platform.id), platform)
})

test('loads the operator’s own platforms as well', async () => {
  const load = createPlatformLoader([SAMPLE])
  assert.equal((await load('acme')).id, 'acme')
  assert.equal((await load('rss')).id, 'rss')
})

test('rejects an unknown id and an invalid file', async () => {
  await assert.rejects(createPlatformLoader([])('nobody'), { code: 'ERR_MODULE_NOT_FOUND' })
  await assert.rejects(createPlatformLoader(['/nowhere.ts'])('rss'), /^Error: PLATFORMS names \/nowhere\.ts, which /)
})
