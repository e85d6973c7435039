import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstPresent } from './first-present.ts'
import { EVIDENCE, isRefused, Refused } from './refusal.ts'

test('what several places say is not there is known no better than by the least sure of them', async () => {
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

test('the first place that has it is the last one that is asked, and any other failure is told at once', async () => {
  const absent = () => Promise.reject(new Refused('absent'))
  assert.equal(await firstPresent([absent, async () => 'here', () => assert.fail('asked')]), 'here')
  const broken = new Refused('broken')
  await assert.rejects(
    firstPresent([() => Promise.reject(broken), () => assert.fail('asked')]),
    (error) => error === broken,
  )
})
