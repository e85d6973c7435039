// Responses for the selector's source: pages of twenty sandbox posts in the service's envelope.

import { MADE_UP_POSTS } from '../../service/src/platforms/sandbox/made-up-posts.ts'
import type { FakeResponse } from './open-page.ts'

const PAGE_SIZE = 20

export const COUNT = MADE_UP_POSTS.length

export const pageOf = ({ handle, cursor }: Readonly<Record<string, unknown>>): FakeResponse => {
  const from = Number(cursor ?? 0)
  const end = from + PAGE_SIZE
  const posts = MADE_UP_POSTS.slice(from, end)
  const nextCursor = end < COUNT ? String(end) : null
  return { body: JSON.stringify({ ok: true, data: { body: { handle, posts }, nextCursor } }) }
}

export const failure = (code: string, more: object = {}): FakeResponse => ({
  status: 502,
  body: JSON.stringify({ ok: false, error: { code, message: 'For programmers', requestId: 'req-1', ...more } }),
})

/** A single page with these posts. */
export const pageWith = (...posts: readonly object[]): FakeResponse => pageOfProfile('demo', ...posts)

export const pageOfProfile = (handle: string, ...posts: readonly object[]): FakeResponse => {
  const nothing = { url: null, kind: 'text', title: null, text: null, language: null, publishedAt: null }
  const whole = posts.map((post, index) => ({
    ...{ id: String(index + 1), ...nothing, media: [], link: null, sensitive: null },
    ...post,
  }))
  return { body: JSON.stringify({ ok: true, data: { body: { handle, posts: whole }, nextCursor: null } }) }
}
