// A card with the preview of a page.

/** @import { LinkCard } from '../../service/src/post/post.ts' */

import { image, link, make, markup } from './make.js'

/** @param {LinkCard} card */
export const linkCard = ({ url, title, description, imageUrl }) =>
  make(
    'div',
    { class: 'link-card' },
    imageUrl !== null && image(imageUrl, null),
    make(
      'div',
      {},
      link(url, title ?? url),
      description !== null && make('p', { dir: 'auto' }, description),
      make('p', { class: 'quiet' }, URL.parse(url)?.hostname),
    ),
  )

/** @param {{ readonly card: LinkCard, readonly html: string | null }} shown `html`: an embed that replaces the card */
export const showCard = ({ card, html }) => make('main', {}, html === null ? linkCard(card) : markup(html))
