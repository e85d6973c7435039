import assert from 'node:assert/strict'
import { test } from 'node:test'

test('the class can be imported without a DOM', async () => {
  assert.equal('HTMLElement' in globalThis, false)
  const { PostSelector, STRINGS } = await import('./post-selector.ts')
  assert.equal(PostSelector.formAssociated, true)
  assert.equal(STRINGS.more, 'Show more')
})
