import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIMULATED_KINDS, SIMULATED_PLATFORMS } from '@central-api/testing/platforms/suite/simulated-platforms.ts'
import { createWalker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import { PROFILE_KINDS } from '../src/post/post.ts'
import { readerOf } from '../src/scanning/known-handles.ts'
import { kindOf } from '../src/upstream/contract/kinds.ts'

test('the simulation has an example of each kind besides accounts', () => {
  const shown = new Set(Object.values(SIMULATED_KINDS).flatMap((kinds) => Object.keys(kinds)))
  assert.deepEqual(
    PROFILE_KINDS.filter((kind) => !shown.has(kind)),
    ['account'],
  )
})

for (const { id, start, environment } of SIMULATED_PLATFORMS) {
  const examples = Object.entries(SIMULATED_KINDS[id] ?? {})
  if (examples.length === 0) continue
  test(`the simulated ${id} has posts in each of its examples`, async () => {
    const platform = ALL_PLATFORMS.find((each) => each.id === id) ?? assert.fail()
    const simulator = await start()
    const walker = createWalker(platform, environment, simulator)
    try {
      for (const [kind, handle] of examples) {
        assert.equal(readerOf(platform)(handle), handle)
        assert.equal(kindOf(platform, handle), kind)
        assert.ok((await walker.page({ handle })).posts.length > 0, handle)
      }
    } finally {
      await Promise.all([walker.close(), simulator.close()])
    }
  })
}
