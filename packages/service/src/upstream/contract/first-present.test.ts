import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstPresent } from './first-present.ts'
import { EVIDENCE, isRefused, Refused } from './refusal.ts'

test('what is absent in several places has the weakest evidence among them', async () => {
  for (const one of EVIDENCE) {
    for (const other of EVIDENCE) {
      const weakest = EVIDENCE[Math.min(EVIDENCE.indexOf(one), EVIDENCE.indexOf(other))]
      const places = [one, other].map((evidence) => () => Promise.reject(new Refused('absent', { evidence })))
      const [first = assert.fail(), ...rest] = places
      await assert.rejects(firstPresent([first, ...rest]), (error) => {
        assert.ok(isRefused(error, 'absent'))
        assert.equal(error.evidence, weakest)
        return true
      })
    }
  }
})

test('stops at the first place that has it, and passes on any other failure immediately', async () => {
  const absent = () => Promise.reject(new Refused('absent'))
  assert.equal(await firstPresent([absent, async () => 'here', () => assert.fail('called')]), 'here')
  const broken = new Refused('broken')
  await assert.rejects(
    firstPresent([() => Promise.reject(broken), () => assert.fail('called')]),
    (error) => error === broken,
  )
})
