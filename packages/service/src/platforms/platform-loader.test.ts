import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ALL_PLATFORMS } from './all.ts'
import { createPlatformLoader } from './platform-loader.ts'

const SAMPLE = fileURLToPath(new URL('../../../../docs/samples/my-platform.js', import.meta.url))

test('each platform of the tree is found by its id alone', async () => {
  const load = createPlatformLoader([])
  for (const platform of ALL_PLATFORMS) assert.equal(await load(platform.id), platform)
})

test('so are the operator’s own, beside them', async () => {
  const load = createPlatformLoader([SAMPLE])
  assert.equal((await load('acme')).id, 'acme')
  assert.equal((await load('rss')).id, 'rss')
})

test('an id that is nobody’s, and a file that is wrong, are told', async () => {
  await assert.rejects(createPlatformLoader([])('nobody'), { code: 'ERR_MODULE_NOT_FOUND' })
  await assert.rejects(createPlatformLoader(['/nowhere.ts'])('rss'), /^Error: PLATFORMS names \/nowhere\.ts, which /)
})
