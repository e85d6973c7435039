import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSteadyUrls } from './steady-urls.ts'

const [START, HOUR_MS] = [Date.UTC(2030, 0, 15), 3_600_000]
const END = START + 24 * HOUR_MS

/** As the CDNs of Instagram sign: `oe` is the end in hexadecimal seconds. */
const signed = (signature: string, end = END): string =>
  `https://scontent-a.cdninstagram.com/v/1.jpg?oh=${signature}&oe=${(end / 1_000).toString(16)}`

test('an image that is signed anew keeps its first URL until that is about to end', () => {
  let at = START
  const steady = createSteadyUrls(() => at)
  assert.equal(steady(signed('a'), 'public'), signed('a'))
  at += 22 * HOUR_MS
  assert.equal(steady(signed('b', END + 1_000), 'public'), signed('a'))
  assert.equal(steady(signed('b', END + 1_000).replace('scontent-a', 'scontent-b'), 'public'), signed('a'))
  at += HOUR_MS
  const later = signed('c', at + 48 * HOUR_MS)
  assert.equal(steady(later, 'public'), later)
  assert.equal(steady(signed('d', at + 72 * HOUR_MS), 'public'), later)
})

test('what one connection saw is no other’s, and another image or size has its own URL', () => {
  const steady = createSteadyUrls(() => START)
  steady(signed('a'), 'public')
  for (const url of [`${signed('b')}&stp=dst-jpg_s320`, signed('b').replace('1.jpg', '2.jpg')])
    assert.equal(steady(url, 'public'), url)
  assert.equal(steady(signed('b'), 'cn_1'), signed('b'))
})

test('a URL that does not end stays as it is', () => {
  const steady = createSteadyUrls(() => START)
  for (const url of ['https://i.example/1.jpg?v=1', 'https://i.example/1.jpg?v=2'])
    assert.equal(steady(url, 'public'), url)
})
