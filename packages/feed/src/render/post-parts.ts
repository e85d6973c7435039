// The parts of a card below its media. Each returns safe HTML; empty if the post does not have the part.

import { nameOf, renderAvatar } from './avatar.ts'
import type { Context } from './context.ts'
import { nameEmoji } from './emoji-codes.ts'
import { type Environment, isCount } from './environment.ts'
import { hostOf, toHtml, toLink, toParagraphs, toUrl } from './escape.ts'
import { beginning, excerpt } from './excerpt.ts'
import { platformMark, platformName, symbol } from './glyphs.ts'
import { type Image, toImage } from './images.ts'
import { sanitizeHtml } from './sanitize-html.ts'
import type { FeedLink, FeedPoll, FeedPost } from './types.ts'

/** Words of a text that a card has in its HTML. The stylesheet shows fewer lines, until a visitor asks for more. */
const CARD_WORDS = 160
const ISO_SECONDS = 19
/** What stands between tags. */
const TEXT_OF_HTML = /[^<>]+(?=<|$)/g

/** A line about where the post comes from. */
const about = (glyph: 'shares' | 'reply' | 'pin', html: string): string =>
  `<p class="central-posts-about">${symbol(glyph)}<span dir="auto">${html}</span></p>`

/** Who reposted it. The byline is that of the original then, if its author is known. */
export const renderReposted = ({ repostOf, author }: FeedPost, { word }: Environment): string => {
  if (!repostOf) return ''
  if (nameOf(repostOf.author) === undefined) {
    const host = hostOf(repostOf.url)
    return host === '' ? '' : about('shares', toLink(repostOf.url, word('repostedFrom', host)))
  }
  const name = nameOf(author)
  if (name === undefined) return about('shares', toHtml(word('reposted')))
  return about('shares', toLink(author?.url, word('repostedBy', name)))
}

/** Whom it replies to. A reply in the author's own thread names nobody. */
export const renderReply = ({ replyTo }: FeedPost, { word }: Environment): string => {
  const name = nameOf(replyTo?.author)
  return name === undefined ? '' : about('reply', toLink(replyTo?.url, word('inReplyTo', name)))
}

export const renderPinned = ({ pinned }: FeedPost, { word }: Environment): string =>
  pinned === true ? about('pin', toHtml(word('pinned'))) : ''

export const renderByline = (
  post: FeedPost,
  platform: string,
  avatar: Image | undefined,
  { design, environment }: Context,
): string => {
  const author = nameOf(post.repostOf?.author) === undefined ? post.author : post.repostOf?.author
  const name = design.shows('author') ? nameOf(author) : undefined
  const time = Date.parse(post.publishedAt ?? '')
  let who =
    name === undefined ? '' : `<span class="central-posts-author" dir="auto">${toLink(author?.url, name)}</span>`
  if (!Number.isNaN(time) && design.shows('date')) {
    const stamp = `${new Date(time).toISOString().slice(0, ISO_SECONDS)}+00:00`
    who += ` <time datetime="${stamp}">${toHtml(environment.date(time))}</time>`
  }
  if (who === '') return ''
  const mark = design.shows('mark') ? platformMark(platform) : ''
  return `<div class="central-posts-byline">${name === undefined ? '' : renderAvatar(name, avatar)}<p class="central-posts-who">${who}</p>${mark}</div>`
}

export const renderTitle = ({ title, url }: FeedPost): string =>
  typeof title === 'string' ? `<p class="central-posts-title" dir="auto">${toLink(url, title)}</p>` : ''

export const renderText = ({ text, summary, html, language }: FeedPost, platform: string, isWhole: boolean): string => {
  if (typeof (text ?? summary) !== 'string') return ''
  const lang = language ? ` lang="${toHtml(language)}"` : ''
  const open = `<div class="central-posts-text" dir="auto"${lang}>`
  if (isWhole && typeof html === 'string') {
    return `${open}${sanitizeHtml(html.replace(TEXT_OF_HTML, (part) => nameEmoji(part, platform)))}</div>`
  }
  const named = nameEmoji((isWhole ? (text ?? summary) : (summary ?? text)) ?? '', platform)
  return `${open}${toParagraphs(isWhole ? named : beginning(named, CARD_WORDS))}</div>`
}

const pollTotal = ({ voters, votes, closed }: FeedPoll, { plural, number, word }: Environment): string => {
  const count = voters ?? votes
  const parts = [
    ...(isCount(count) ? [plural('votes', count, number(count))] : []),
    ...(closed === true ? [word('closed')] : []),
  ]
  return parts.length === 0 ? '' : `<p class="central-posts-poll-total">${toHtml(parts.join(' · '))}</p>`
}

export const renderPoll = ({ poll }: FeedPost, platform: string, environment: Environment): string => {
  if (!poll) return ''
  const total = Math.max(
    1,
    poll.options.reduce((sum, { votes }) => sum + (votes ?? 0), 0),
  )
  const options = poll.options.map(({ text, votes }) => {
    const label = `<span class="central-posts-option" dir="auto">${toHtml(nameEmoji(text, platform))}</span>`
    if (typeof votes !== 'number') return `<li>${label}</li>`
    const share = `${Math.round((100 * votes) / total)}%`
    const words = toHtml(environment.plural('votes', votes, environment.number(votes)))
    return `<li style="--central-posts-part:${share}">${label} <span class="central-posts-percent" title="${words}">${share}<span class="central-posts-spoken"> (${words})</span></span></li>`
  })
  return `<ul class="central-posts-poll" role="list">${options.join('')}</ul>${pollTotal(poll, environment)}`
}

export const renderQuote = ({ quoteOf }: FeedPost, { word }: Environment): string => {
  const name = nameOf(quoteOf?.author) ?? hostOf(quoteOf?.url)
  if (name === '') return ''
  const link = toLink(quoteOf?.url, word('quotes', name))
  return `<div class="central-posts-quote">${renderAvatar(name, undefined)}<p dir="auto">${link}</p>${symbol('quote')}</div>`
}

/** The card of the page that a post links to. */
export const renderLink = (link: FeedLink | null | undefined, image: Image | undefined): string => {
  if (!link) return ''
  const host = hostOf(link.url).replace(/^www\./, '')
  const picture =
    image === undefined
      ? `<span class="central-posts-card-glyph">${symbol('link')}</span>`
      : `<div class="central-posts-card-image">${toImage(image, '')}</div>`
  const description =
    typeof link.description === 'string'
      ? `<p class="central-posts-card-about">${toHtml(excerpt(link.description))}</p>`
      : ''
  return `<div class="central-posts-card is-inside">${picture}<div class="central-posts-card-text"><p class="central-posts-title">${toLink(link.url, link.title ?? host)}</p>${description}<p class="central-posts-site">${toHtml(link.siteName ?? host)}</p></div></div>`
}

const METRICS = ['likes', 'comments', 'shares', 'views'] as const

const renderCounts = (metrics: FeedPost['metrics'], { word, count }: Environment): string => {
  const items = METRICS.flatMap((name) => {
    const number = metrics?.[name]
    if (!isCount(number) || number <= 0) return []
    return `<li>${symbol(name)}<span class="central-posts-spoken">${toHtml(word(name))} </span>${toHtml(count(number))}</li>`
  })
  return items.length === 0 ? '' : `<ul class="central-posts-counts" role="list">${items.join('')}</ul>`
}

/** Counts, and the link to the post if its title is not one already. */
export const renderEnd = (post: FeedPost, platform: string, { design, environment }: Context): string => {
  const hasLink = toUrl(post.url) !== '' && typeof post.title !== 'string' && design.shows('link')
  const label = environment.word('viewOn', platformName(platform))
  const link = hasLink ? `<p class="central-posts-origin">${toLink(post.url, label)}</p>` : ''
  const counts = design.shows('counts') ? renderCounts(post.metrics, environment) : ''
  return counts + link === '' ? '' : `<div class="central-posts-end">${counts}${link}</div>`
}
