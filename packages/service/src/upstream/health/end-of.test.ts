import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf, endsSoon } from './end-of.ts'

const NOW = Date.parse('2030-01-15T12:00:00Z')
const DAY_MS = 86_400_000
const never = () => assert.fail('nothing is exchanged')

const given = {}
const obtained = { obtain: never }
const renewed = { renew: never }
const life = (sinceDays: number, days: number) => ({
  renewedAt: NOW - sinceDays * DAY_MS,
  expiresAt: NOW + (days - sinceDays) * DAY_MS,
})

test('a provided credential expires at its time, and is announced 14 days before', () => {
  const ending = { renewedAt: null, expiresAt: NOW + 15 * DAY_MS }
  assert.equal(endOf(given, ending, NOW), ending.expiresAt)
  assert.equal(endsSoon(given, ending, NOW), false)
  assert.equal(endsSoon(given, ending, NOW + DAY_MS), true)
  assert.equal(endsSoon(given, ending, NOW + 99 * DAY_MS), true)
  assert.equal(endOf(given, { renewedAt: null, expiresAt: null }, NOW), undefined)
})

test('a credential that the service obtains again has no end', () => {
  assert.equal(endOf(obtained, life(0.9, 1), NOW), undefined)
})

test('a credential that the service renews has an end when its renewal is a day late', () => {
  // Of 60 days, it is renewed on the 48th.
  assert.equal(endOf(renewed, life(48, 60), NOW), undefined)
  assert.equal(endOf(renewed, life(48.9, 60), NOW), undefined)
  assert.equal(endOf(renewed, life(49, 60), NOW), NOW + 11 * DAY_MS)
  assert.equal(endsSoon(renewed, life(49, 60), NOW), true)
})

test('the end of a token that lives for hours says nothing about what it is renewed with', () => {
  assert.equal(endOf(renewed, life(2, 1), NOW), undefined)
})
