// The scenes of `npm run shots`: each page that README and docs show still exists, and shows what the screenshot is about.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SCENES } from '../../../scripts/shots/scenes.ts'
import { openStage, type Stage } from '../../../scripts/shots/stage.ts'

describe('the scenes of the screenshots', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage?.stop())

  for (const scene of SCENES) {
    test(scene.name, async () => {
      const page = await stage.open(scene, 'light')
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      await page.context().close()
    })
  }
})
