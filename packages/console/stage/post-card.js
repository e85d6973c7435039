// One post as a card: author and date, media, text, link and counts.

/** @import { Poll, Post } from '../../service/src/post/post.ts' */

import { linkCard } from './card.js'
import { foldable } from './fold.js'
import { icon } from './icon.js'
import { image, link, make, markup } from './make.js'
import { mediaGrid } from './media.js'

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const NUMBER = new Intl.NumberFormat(undefined, { notation: 'compact' })

/** @param {Post} post */
export const postCard = (post) => {
  const { title, html, text, media, poll, language, sensitive, tags } = post
  const words = [
    title !== null && make('h2', { dir: 'auto' }, title),
    html === null ? text !== null && make('p', { dir: 'auto', class: 'plain' }, text) : markup(html),
  ].filter((each) => each !== false)
  const content = make(
    'div',
    { class: 'content', lang: language },
    // Images that are part of the text are not repeated.
    mediaGrid(media.filter(({ url }) => url === null || html?.includes(url) !== true)),
    words.length > 0 && foldable(...words),
    poll !== null && pollOf(poll),
    post.link !== null && linkCard(post.link),
    tags.length > 0 && make('p', { class: 'quiet', dir: 'auto' }, tags.map((tag) => `#${tag}`).join(' ')),
  )
  const covered = () => make('details', {}, make('summary', {}, 'Sensitive content: show'), content)
  return make(
    'article',
    { tabindex: -1 },
    headOf(post),
    sensitive === true ? covered() : content,
    countsOf(post.metrics),
  )
}

/** @param {Post} post */
const headOf = ({ url, author, publishedAt, pinned, repostOf, replyTo, quoteOf }) => {
  const when = publishedAt === null ? 'View post' : DATE.format(new Date(publishedAt))
  const relations = Object.entries({ 'Reposted from': repostOf, 'Reply to': replyTo, Quotes: quoteOf })
  return make(
    'div',
    { class: 'post-head' },
    author !== null && author.avatarUrl !== null && image(author.avatarUrl, null),
    make(
      'div',
      {},
      author !== null && make('p', { class: 'author', dir: 'auto' }, author.displayName ?? author.handle ?? ''),
      make('p', { class: 'quiet' }, url === null ? when : link(url, when), pinned === true && ' · Pinned'),
      ...relations.map(([word, post]) => post !== null && make('p', { class: 'quiet' }, `${word} `, nameOf(post))),
    ),
  )
}

/** @param {NonNullable<Post['repostOf']>} post */
const nameOf = ({ url, author }) => {
  const name = author?.displayName ?? author?.handle ?? 'a post'
  return url === null ? name : link(url, name)
}

/** @param {Poll} poll */
const pollOf = ({ options, votes }) =>
  make(
    'ul',
    { class: 'poll' },
    ...options.map((option) =>
      make(
        'li',
        {},
        make('span', { dir: 'auto' }, option.text),
        option.votes !== null && make('span', { class: 'quiet' }, `${option.votes} of ${votes ?? 0}`),
        option.votes !== null &&
          make('meter', { min: 0, max: Math.max(1, votes ?? 0), value: option.votes, 'aria-hidden': 'true' }),
      ),
    ),
  )

/** @param {Post['metrics']} metrics */
const countsOf = (metrics) => {
  const known = Object.entries(metrics).flatMap(([name, count]) => (count === null ? [] : [{ name, count }]))
  return (
    known.length > 0 &&
    make(
      'ul',
      { class: 'counts' },
      ...known.map(({ name, count }) =>
        make(
          'li',
          { title: `${count} ${name}` },
          icon(name),
          NUMBER.format(count),
          make('span', { class: 'visually-hidden' }, ` ${name}`),
        ),
      ),
    )
  )
}
