// Answers for the selector's own address: pages of twenty of the sandbox's posts, in the service's envelope.

import { MADE_UP_POSTS } from '../../service/src/platforms/sandbox/made-up-posts.ts'
import type { Answer } from './open-page.ts'

const PAGE_SIZE = 20

export const COUNT = MADE_UP_POSTS.length

export const pageOf = ({ handle, cursor }: Readonly<Record<string, unknown>>): Answer => {
  const from = Number(cursor ?? 0)
  const end = from + PAGE_SIZE
  const posts = MADE_UP_POSTS.slice(from, end)
  const nextCursor = end < COUNT ? String(end) : null
  return { body: JSON.stringify({ ok: true, data: { body: { handle, posts }, nextCursor } }) }
}
