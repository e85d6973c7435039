// Reddit's public feeds, as Atom. Only tests and benchmarks use it.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { escapeHtml } from '@central-api/service/post/markup/escape.ts'
import type { SimulatedResponse } from '../suite/simulator.ts'

const timeOf = (seconds: unknown): string => new Date(Number(seconds) * 1000).toISOString().replace('.000Z', '+00:00')

const submitted = (post: JsonObject): string => {
  const permalink = `https://www.reddit.com${post.permalink}`
  const target = String(post.url_overridden_by_dest ?? post.url)
  const author = String(post.author)
  return `&#32; submitted by &#32; <a href="https://www.reddit.com/user/${author}"> /u/${author} </a> <br/> <span><a href="${escapeHtml(new URL(target, permalink).href)}">[link]</a></span> &#32; <span><a href="${permalink}">[comments]</a></span>`
}

const contentOf = (post: JsonObject): string => {
  if (typeof post.body_html === 'string') return `<!-- SC_OFF -->${post.body_html}<!-- SC_ON -->`
  if (typeof post.selftext_html === 'string') return `${post.selftext_html} ${submitted(post)}`
  const thumbnail = String(post.thumbnail)
  if (!thumbnail.startsWith('https:')) return submitted(post)
  return `<table> <tr><td> <a href="https://www.reddit.com${post.permalink}"> <img src="${thumbnail}" alt="${escapeHtml(String(post.title))}" title="x" /> </a> </td><td> ${submitted(post)} </td></tr></table>`
}

const entryOf = (post: JsonObject): string => {
  const author = String(post.author)
  const title = post.body_html === undefined ? String(post.title) : `/u/${author} on ${post.link_title}`
  const thumbnail = String(post.thumbnail ?? '')
  return `<entry><author><name>/u/${author}</name><uri>https://www.reddit.com/user/${author}</uri></author><category term="breadit" label="r/breadit"/><content type="html">${escapeHtml(contentOf(post))}</content><id>${post.name}</id>${thumbnail.startsWith('https:') ? `<media:thumbnail url="${thumbnail}" />` : ''}<link href="https://www.reddit.com${post.permalink}" /><updated>${timeOf(post.created_utc)}</updated><published>${timeOf(post.created_utc)}</published><title>${escapeHtml(title)}</title></entry>`
}

/** The feed of the list at a path that ends in `.rss`. */
export const feedOf = (path: string, posts: readonly JsonObject[]): SimulatedResponse => ({
  headers: { 'content-type': 'application/atom+xml; charset=UTF-8' },
  body: `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><category term="breadit" label="r/breadit"/><updated>2026-11-01T00:00:00+00:00</updated><icon>https://www.redditstatic.com/icon.png/</icon><id>${path}</id><link rel="self" href="https://www.reddit.com${path}" type="application/atom+xml" /><link rel="alternate" href="https://www.reddit.com${path.replace(/\.rss$/, '')}" type="text/html" /><subtitle>Bread &amp;amp; butter</subtitle><title>newest submissions : breadit</title>${posts.map(entryOf).join('')}</feed>`,
})
