// What a page of articles costs: the walk over their HTML, compared with a sanitizer that only produces HTML.

import sanitize from 'sanitize-html'
import { UNREAD, WRITTEN } from '../packages/service/src/post/markup/elements.ts'
import { walkHtml } from '../packages/service/src/post/markup/walk-html.ts'
import { article } from './articles.ts'
import { median } from './figures.ts'

export type WalkCost = { readonly walkMs: number; readonly sanitizeMs: number }

const BASE = 'https://blog.example/2030/01/'

/** Twenty different articles. */
const ARTICLES: readonly string[] = Array.from({ length: 20 }, (_, number) => article(number))

const RULES = {
  allowedTags: [...WRITTEN.keys()],
  allowedAttributes: Object.fromEntries([...WRITTEN].map(([name, own]) => [name, [...own, 'href', 'src']])),
  nonTextTags: [...UNREAD],
}

/** Milliseconds for all twenty; the two take turns, and the first tenth warms up. */
export const measureWalkCost = (times: number): WalkCost => {
  const walked: number[] = []
  const sanitized: number[] = []
  for (let n = 0; n < times; n += 1) {
    const walk = time(() => ARTICLES.map((html) => walkHtml(html, BASE)))
    const sanitizing = time(() => ARTICLES.map((html) => sanitize(html, RULES)))
    if (n < times / 10) continue
    walked.push(walk)
    sanitized.push(sanitizing)
  }
  return { walkMs: median(walked), sanitizeMs: median(sanitized) }
}

const time = (work: () => unknown): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}
