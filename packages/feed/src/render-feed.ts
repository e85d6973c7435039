// Renders a page of posts as HTML: a pure function for servers and browsers. Every string of the page is untrusted. The HTML contains no
// script and no cookie, and is the same for every visitor.

import type { Context } from './render/context.ts'
import { crc32Hex } from './render/crc32.ts'
import { type DesignOptions, designOf, LOOKS } from './render/design.ts'
import { createEnvironment, type Environment, type Language } from './render/environment.ts'
import { toHtml, toUrl } from './render/escape.ts'
import { imagesOfProfile } from './render/images.ts'
import { type Card, renderPost } from './render/post.ts'
import { imageOfAuthor, renderFoot, renderHead, type Shown } from './render/profile.ts'
import type { FeedPage, FeedPost, ImageOf, PartOf } from './render/types.ts'
import { SCRIPT_WORDS } from './render/words.ts'

export { LAYOUTS, type Layout, LOOKS, type Part, type Size } from './render/design.ts'
export type * from './render/types.ts'
export { type OwnWords, PLURAL_WORDS, type PluralWords, WORDS } from './render/words.ts'

export type FeedOptions = DesignOptions &
  Language & {
    /** Id of the platform, if the page does not say it. */
    readonly platform?: string | undefined
    /** Prefix of all ids. Two feeds with posts of the same profile on one page need different ones. */
    readonly id?: string | undefined
    /** A ready-made style: adds an element around the feed. */
    readonly look?: (typeof LOOKS)[number] | undefined
    /** URL of your page with more posts. `{cursor}` is replaced with the cursor of the next page. */
    readonly more?: string | undefined
    /** Default: images load from where they are, without a referrer. */
    readonly image?: ImageOf | undefined
    /** Replaces the HTML of a part. */
    readonly renderPart?: PartOf | undefined
    /** Classes of buttons besides `central-posts-button`, such as those of your own buttons. */
    readonly buttonClass?: string | undefined
  }

const NATURAL = /--central-posts-natural:[\d/]+/

/** Posts of several profiles in the order of time. A post without a time stays behind the one before it. */
const mergePosts = (pages: readonly FeedPage[]): readonly (readonly [post: FeedPost, page: FeedPage])[] => {
  const all = pages.flatMap((page) => {
    let time = Number.MAX_SAFE_INTEGER
    return page.body.posts.map((post) => {
      const own = Date.parse(post.publishedAt ?? '')
      if (!Number.isNaN(own)) time = own
      return { post, page, time }
    })
  })
  if (pages.length > 1) all.sort((one, other) => other.time - one.time)
  return all.map(({ post, page }) => [post, page])
}

const profilesOf = (pages: readonly FeedPage[], options: FeedOptions, imageOf: ImageOf): readonly Shown[] =>
  pages.flatMap(({ body }) => {
    if (!body.profile) return []
    const platform = body.platform ?? options.platform ?? ''
    return {
      profile: body.profile,
      platform,
      name: body.handle ?? '',
      image: imagesOfProfile(body.profile, imageOf).avatar,
    }
  })

/** Ids follow from the posts, so that the same post has the same id on every page. */
const feedId = (pages: readonly FeedPage[], id: string, layout: string): string => {
  const handles = pages.map(({ body }) => body.handle ?? '').join(',')
  return `central-posts-${id.replace(/[^\w-]/g, '') || crc32Hex(`${layout} ${handles}`)}`
}

const cardsOf = (
  pages: readonly FeedPage[],
  profiles: readonly Shown[],
  id: string,
  options: FeedOptions,
): readonly Card[] => {
  const cards = new Map<string, Card>()
  const inRow = designOf(options).firstRow
  for (const [post, { body }] of mergePosts(pages)) {
    const platform = body.platform ?? options.platform ?? ''
    const own = `${id}-${crc32Hex(`${platform}:${post.id}`)}`
    if (cards.has(own)) continue
    const loading = cards.size === 0 ? 'first' : cards.size < inRow ? 'row' : 'lazy'
    cards.set(own, { post, platform, id: own, avatar: imageOfAuthor(profiles, post), loading })
  }
  return [...cards.values()]
}

const renderItem = (card: Card, context: Context): string => {
  const html = renderPost(card, context)
  const [ratio] = context.design.layout === 'justified' ? (NATURAL.exec(html) ?? []) : []
  return `<li class="central-posts-item"${ratio === undefined ? '' : ` style="${ratio}"`}>${html}</li>`
}

const moreUrl = (pages: readonly FeedPage[], { more = '' }: FeedOptions, id: string): string => {
  const cursor = pages.length === 1 ? pages[0]?.nextCursor : undefined
  if (more === '' || !cursor) return ''
  const url = more.replaceAll('{cursor}', () => encodeURIComponent(cursor))
  return url.includes('#') ? url : `${url}#${id}`
}

const wordsOf = ({ word }: Environment): string =>
  toHtml(JSON.stringify(Object.fromEntries(SCRIPT_WORDS.map((name) => [name, word(name)]))))

/**
 * Renders a page of posts, or the pages of several profiles in the order of time. Empty without posts. Never throws on
 * what a platform has written; throws a TypeError if `page` is not a page.
 */
export const renderFeed = (page: FeedPage | readonly FeedPage[], options: FeedOptions = {}): string => {
  const pages = [page].flat() as readonly FeedPage[]
  const imageOf = options.image ?? ((url) => toUrl(url) && url)
  const partOf = options.renderPart ?? ((_, html) => html)
  const design = designOf(options)
  const environment = createEnvironment(options)
  const buttonClass = toHtml(`${options.buttonClass ?? ''} central-posts-button`.trim())
  const context: Context = { design, environment, imageOf, partOf, buttonClass }
  const profiles = profilesOf(pages, options, imageOf)
  const id = feedId(pages, options.id ?? '', design.layout)
  const cards = cardsOf(pages, profiles, id, options)
  if (cards.length === 0) return ''
  const more = moreUrl(pages, options, id)
  const data = { layout: design.layout, profiles }
  const head = partOf('head', renderHead(profiles, context), data)
  const foot = partOf('foot', renderFoot(profiles, more, context), { ...data, more })
  // Without the role, some screen readers do not announce a list whose markers are hidden by CSS.
  const items = `<ul class="central-posts-items is-${design.layout}" role="list">${cards.map((card) => renderItem(card, context)).join('')}</ul>`
  const stream = `<div id="${id}" class="${design.classes}"${design.hasLightbox ? ' data-lightbox' : ''} style="${design.style}" data-words="${wordsOf(environment)}">${head}${items}${foot}<div class="central-posts-last" hidden></div></div>`
  return LOOKS.some((look) => look === options.look) ? `<div class="is-style-${options.look}">${stream}</div>` : stream
}
