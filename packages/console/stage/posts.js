// Renders posts as a plain site does: author, date, text, images, videos and links.

/** @import { Media, Poll, Post, Profile } from '../../service/src/post/post.ts' */

import { linkCard } from './card.js'
import { image, link, make, markup } from './make.js'

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const NUMBER = new Intl.NumberFormat()

/** @param {{ readonly profile: Profile | null, readonly posts: readonly Post[] }} page */
export const showPosts = ({ profile, posts }) =>
  make('main', {}, profile !== null && headOf(profile), ...posts.map(article))

/** @param {Profile} profile */
const headOf = ({ displayName, handle, url, avatarUrl, bio }) =>
  make(
    'header',
    {},
    avatarUrl !== null && image(avatarUrl, null),
    make(
      'div',
      {},
      make('h1', { dir: 'auto' }, url === null ? (displayName ?? handle) : link(url, displayName ?? handle)),
      bio.html !== null && markup(bio.html),
    ),
  )

/** @param {Post} post */
const article = (post) => {
  const { title, html, text, media, poll, language, sensitive } = post
  const content = make(
    'div',
    { class: 'content', lang: language },
    title !== null && make('h2', { dir: 'auto' }, title),
    html === null ? text !== null && make('p', { dir: 'auto' }, text) : markup(html),
    // Images that are part of the text are not repeated below it.
    ...media.filter(({ url }) => url === null || html?.includes(url) !== true).map(mediaOf),
    poll !== null && pollOf(poll),
    post.link !== null && linkCard(post.link),
  )
  const covered = () => make('details', {}, make('summary', {}, 'Sensitive content: show'), content)
  return make('article', {}, aboutPost(post), sensitive === true ? covered() : content, numbersOf(post))
}

/** @param {Post} post */
const aboutPost = ({ url, author, publishedAt, repostOf, replyTo, quoteOf }) => {
  const when = publishedAt === null ? 'Post' : DATE.format(new Date(publishedAt))
  const relations = Object.entries({ 'reposted from': repostOf, 'reply to': replyTo, quotes: quoteOf })
  return make(
    'p',
    { class: 'quiet' },
    author !== null && `${author.displayName ?? author.handle ?? ''} · `,
    url === null ? when : link(url, when),
    ...relations.flatMap(([word, post]) => (post === null ? [] : [` · ${word} `, nameOf(post)])),
  )
}

/** @param {NonNullable<Post['repostOf']>} post */
const nameOf = ({ url, author }) => {
  const name = author?.displayName ?? author?.handle ?? 'a post'
  return url === null ? name : link(url, name)
}

/** @param {Media} media */
const mediaOf = ({ type, url, previewUrl, embedUrl, alt, width, height }) => {
  if (url !== null && type === 'image') return image(url, alt)
  if (url !== null) {
    const loops = type === 'gif' && { muted: true, loop: true }
    const size = { width, height: width === null ? null : height }
    if (type === 'audio') return make('audio', { src: url, controls: true, preload: 'none', 'aria-label': alt })
    return make('video', {
      src: url,
      poster: previewUrl,
      controls: true,
      preload: 'none',
      'aria-label': alt,
      ...size,
      ...loops,
    })
  }
  const still = previewUrl !== null && image(previewUrl, alt)
  // A site embeds the player in a frame. The playground only links to it, so that no third-party page runs here.
  return embedUrl === null ? still : make('p', {}, still, link(embedUrl, `Open ${type} player`))
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
        option.text,
        option.votes !== null && ` – ${NUMBER.format(option.votes)} of ${NUMBER.format(votes ?? 0)}`,
      ),
    ),
  )

/** @param {Post} post */
const numbersOf = ({ metrics, tags }) => {
  const counts = Object.entries(metrics).flatMap(([name, count]) =>
    count === null ? [] : [`${NUMBER.format(count)} ${name}`],
  )
  const words = [...counts, ...tags.map((tag) => `#${tag}`)]
  return words.length > 0 && make('p', { class: 'quiet' }, words.join(' · '))
}
