import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTlsSessions } from './tls-sessions.ts'

const LIMITS = { tlsSessionBytes: 10, tlsSessionsBytes: 100, tlsSessionMs: 1_000 }
/** Includes bytes that are not ASCII. */
const session = (character: string, bytes = 10) => Buffer.alloc(bytes, `\xff\0${character}`, 'latin1')
const createSessions = () => {
  const clock = { now: 0 }
  return { clock, ...createTlsSessions({ limits: LIMITS, elapsed: () => clock.now }) }
}

test('returns each session once, the newest first, and keeps two per place at most', () => {
  const { take, put } = createSessions()
  for (const character of 'abc') put('here', session(character))
  assert.deepEqual([take('here'), take('here'), take('here')], [session('c'), session('b'), undefined])
  put('here', session('d'))
  assert.deepEqual(take('here'), session('d'))
})

test('a session of one place is not returned for another', () => {
  const { take, put } = createSessions()
  put('here', session('a'))
  assert.equal(take('there'), undefined)
})

test('a session expires', () => {
  const { clock, take, put } = createSessions()
  put('here', session('a'))
  clock.now = 500
  put('here', session('b'))
  clock.now = 1_499
  assert.deepEqual(take('here'), session('b'))
  assert.equal(take('here'), undefined)
})

test('a session that is too large is not kept, and the least recently used are forgotten first', () => {
  const { take, put } = createSessions()
  put('here', session('a', 11))
  assert.equal(take('here'), undefined)
  const places = Array.from({ length: 20 }, (_, n) => `place ${n}`)
  for (const place of places) put(place, session('a'))
  assert.deepEqual(
    places.filter((place) => take(place) !== undefined),
    places.slice(-9),
  )
})
