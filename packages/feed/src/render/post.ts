// The card of a post. A card links its post once.

import type { Context } from './context.ts'
import { toHtml } from './escape.ts'
import { type Image, imagesOfPost, type Loading } from './images.ts'
import { renderMedia } from './media.ts'
import { isEmoji, isShort, kindOf } from './post-kind.ts'
import {
  renderByline,
  renderEnd,
  renderLink,
  renderPinned,
  renderPoll,
  renderQuote,
  renderReply,
  renderReposted,
  renderText,
  renderTitle,
} from './post-parts.ts'
import type { FeedPost } from './types.ts'

export type Card = {
  readonly post: FeedPost
  readonly platform: string
  /** Id of its element. */
  readonly id: string
  /** The image of its author, if that is one of the profiles. */
  readonly avatar: Image | undefined
  /** When its first image loads. */
  readonly loading: Loading
}

export const renderPost = ({ post, platform, id, avatar, loading }: Card, context: Context): string => {
  const { design, environment, partOf } = context
  const kind = kindOf(post)
  const images = imagesOfPost(post, context.imageOf)
  const data = { post, platform, kind, layout: design.layout, isWhole: design.isWhole }
  const media = partOf('media', renderMedia(post, kind, images, context, loading), data)
  const parts = {
    reposted: renderReposted(post, environment),
    reply: renderReply(post, environment),
    pinned: renderPinned(post, environment),
    byline: renderByline(post, platform, avatar ?? images.avatar, context),
    title: renderTitle(post),
    text: design.shows('text') || kind === 'text' ? renderText(post, platform, design.isWhole) : '',
    poll: renderPoll(post, platform, environment),
    quote: renderQuote(post, environment),
    link: renderLink(post.link, kind === 'link' && media !== '' ? undefined : images.card),
    end: renderEnd(post, platform, context),
  }
  const shown = Object.fromEntries(Object.entries(parts).map(([name, html]) => [name, partOf(name, html, data)]))
  const body = `<div class="central-posts-body">${Object.values(shown).join('')}</div>`
  const inner = partOf('card', media + body, { ...data, parts: { media, ...shown } })
  const classes = `central-posts-post is-${kind}${media === '' ? ' is-plain' : ''}${isShort(post) ? ' is-short' : ''}${isEmoji(post) ? ' is-emoji' : ''}`
  const covered =
    post.sensitive === true
      ? `<details class="central-posts-covered"><summary>${toHtml(environment.word('sensitive'))}</summary>${inner}</details>`
      : inner
  return `<article id="${id}" class="${classes}">${covered}</article>`
}
