import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationIn } from './duration-in.ts'

const WRITTEN: Readonly<Record<string, number | undefined>> = {
  '3723': 3723,
  '3723.5': 3723.5,
  '62:03': 3723,
  '1:02:03': 3723,
  '01:02:03.5': 3723.5,
  '01:02:03,500': 3723.5,
  PT1H2M3S: 3723,
  PT62M: 3720,
  'pt3.5s': 3.5,
  PT: undefined,
  P1D: undefined,
  '1:2:3:4': undefined,
  'an hour': undefined,
  '': undefined,
}

test('parses durations in every format of podcasts', () => {
  for (const [text, seconds] of Object.entries(WRITTEN)) assert.equal(durationIn(text), seconds, text)
  assert.equal(durationIn(undefined), undefined)
})
