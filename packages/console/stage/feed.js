// A feed as a plain site shows it: the profile, its posts as cards, and a button for the next page.

/** @import { Post, Profile } from '../../service/src/post/post.ts' */

import { image, link, make, markup } from './make.js'
import { postCard } from './post-card.js'

const NUMBER = new Intl.NumberFormat(undefined, { notation: 'compact' })

/**
 * @param {{ readonly profile: Profile | null, readonly posts: readonly Post[], readonly hasMore: boolean }} page
 * @param {MessagePort} port requests the next page by `{ wants: 'more' }`, and receives it as `{ more, hasMore }` or `{ failed }`
 */
export const showFeed = ({ profile, posts, hasMore }, port) => {
  const feed = make('div', { class: 'feed' }, ...posts.map(postCard))
  const status = make('p', { class: 'quiet', role: 'status' })
  const button = /** @type {HTMLButtonElement} */ (make('button', { type: 'button' }, 'Load more'))
  button.addEventListener('click', () => {
    button.disabled = true
    status.textContent = 'Loading…'
    port.postMessage({ wants: 'more' })
  })
  port.addEventListener('message', ({ data }) => {
    if (data.failed === true) status.textContent = 'The next posts could not be loaded.'
    else if (data.more === undefined) return
    else {
      const cards = /** @type {Post[]} */ (data.more).map(postCard)
      feed.append(...cards)
      status.textContent = data.hasMore ? '' : 'These are all posts.'
      button.hidden = !data.hasMore
      // The keyboard continues at the first new post.
      if (document.activeElement === document.body || document.activeElement === button) cards[0]?.focus()
    }
    button.disabled = false
  })
  return make(
    'main',
    {},
    profile !== null && headOf(profile),
    posts.length === 0 ? noPosts() : feed,
    make('div', { class: 'more' }, hasMore && button, status),
  )
}

const noPosts = () =>
  make(
    'div',
    { class: 'nothing' },
    make('p', {}, make('strong', {}, 'No posts yet')),
    make('p', { class: 'quiet' }, 'This profile has no posts to show.'),
  )

/** @param {Profile} profile */
const headOf = ({ displayName, handle, url, avatarUrl, bannerUrl, bio, counts, movedTo }) =>
  make(
    'header',
    {},
    bannerUrl !== null && make('div', { class: 'banner' }, image(bannerUrl, null)),
    make(
      'div',
      { class: 'profile' },
      avatarUrl !== null && image(avatarUrl, null),
      make(
        'div',
        {},
        make('h1', { dir: 'auto' }, url === null ? (displayName ?? handle) : link(url, displayName ?? handle)),
        make('p', { class: 'quiet' }, ...factsOf(handle, counts)),
        bio.html !== null && markup(bio.html),
        movedTo !== null && make('p', { class: 'quiet' }, 'Moved to ', nameOf(movedTo)),
      ),
    ),
  )

/** @param {NonNullable<Profile['movedTo']>} account */
const nameOf = ({ url, displayName, handle }) => {
  const name = displayName ?? handle ?? 'another account'
  return url === null ? name : link(url, name)
}

/** @param {string} handle @param {Profile['counts']} counts */
const factsOf = (handle, counts) => {
  const known = Object.entries(counts).flatMap(([name, count]) =>
    count === null ? [] : [`${NUMBER.format(count)} ${name}`],
  )
  return [make('bdi', {}, handle), ...known.map((fact) => ` · ${fact}`)]
}
