// What stands above and below the posts: head, “Load more”, and the link to the profile.

import { nameOf, renderAvatar } from './avatar.ts'
import type { Context } from './context.ts'
import { nameEmoji, withoutEmoji } from './emoji-codes.ts'
import { isCount } from './environment.ts'
import { REL, toHtml, toLink, toUrl } from './escape.ts'
import { excerpt } from './excerpt.ts'
import { platformMark, platformName, symbol } from './glyphs.ts'
import type { Image } from './images.ts'
import type { FeedPost, FeedProfile } from './types.ts'

/** Profiles in the head of a feed with several. */
const MAX_PROFILES = 8
const COUNTS = ['posts', 'followers', 'following'] as const

export type Shown = {
  readonly profile: FeedProfile
  readonly platform: string
  /** Shown if the profile has no name. */
  readonly name: string
  readonly image: Image | undefined
}

const shownName = ({ profile, name }: Shown): string => nameOf(profile) ?? withoutEmoji(name)

/** `@name`; a hashtag as it is. Nothing for a path or a query, and nothing that the name says already. */
const shownHandle = (handle: string, name: string): string => {
  const bare = handle.replace(/^@+/, '')
  if (bare === '' || bare === name || /[/:?=\s]/.test(bare)) return ''
  return /^[#!]/.test(bare) ? bare : `@${bare}`
}

const renderCounts = ({ profile }: Shown, { environment }: Context): string => {
  const items = COUNTS.flatMap((name) => {
    const number = profile.counts?.[name]
    if (!isCount(number)) return []
    const shown = `<strong>${toHtml(environment.count(number))}</strong>`
    return `<li>${environment.plural(name, number, shown, toHtml)}</li>`
  })
  return items.length === 0 ? '' : `<ul class="central-posts-counts" role="list">${items.join('')}</ul>`
}

const renderVisit = ({ profile, platform }: Shown, { environment, buttonClass }: Context): string => {
  const url = toUrl(profile.url)
  if (url === '') return ''
  const label = toHtml(environment.word('followOn', platformName(platform)))
  return `<p class="central-posts-visit"><a class="${buttonClass}" href="${url}" rel="${REL}">${label}</a></p>`
}

const renderSeveral = (all: readonly Shown[], { design }: Context): string => {
  const chips = all.slice(0, MAX_PROFILES).map((shown) => {
    const mark = design.shows('mark') ? platformMark(shown.platform) : ''
    const name = shownName(shown)
    return `<li>${renderAvatar(name, shown.image)}<span dir="auto">${toLink(shown.profile.url, name)}</span>${mark}</li>`
  })
  return `<ul class="central-posts-head is-several" role="list">${chips.join('')}</ul>`
}

const renderOne = (shown: Shown, context: Context): string => {
  const { design } = context
  const { profile, platform, image } = shown
  const name = shownName(shown)
  const handle = shownHandle(profile.handle ?? '', name)
  const bio = profile.bio?.text
  const lines = [
    `<p class="central-posts-name"><bdi>${toHtml(name)}</bdi>${design.shows('mark') ? ` ${platformMark(platform)}` : ''}</p>`,
    handle === '' ? '' : `<p class="central-posts-handle" dir="ltr">${toHtml(handle)}</p>`,
    typeof bio === 'string' && design.shows('bio')
      ? `<p class="central-posts-bio" dir="auto">${toHtml(excerpt(nameEmoji(bio, platform)))}</p>`
      : '',
    design.shows('counts') ? renderCounts(shown, context) : '',
  ]
  const visit = design.shows('visit') ? renderVisit(shown, context) : ''
  return `<div class="central-posts-head">${renderAvatar(name, image)}<div class="central-posts-about-profile">${lines.join('')}</div>${visit}</div>`
}

export const renderHead = (all: readonly Shown[], context: Context): string => {
  const [first] = all
  if (first === undefined || !context.design.shows('head')) return ''
  return all.length > 1 ? renderSeveral(all, context) : renderOne(first, context)
}

/** `more`: URL of the page with more posts; empty if there are none. */
export const renderFoot = (all: readonly Shown[], more: string, context: Context): string => {
  const { design, environment, buttonClass } = context
  const link =
    more === '' || !design.shows('more')
      ? ''
      : `<a class="${buttonClass} central-posts-more" href="${toHtml(more)}" rel="nofollow">${toHtml(environment.word('loadMore'))}</a>`
  const [only] = all.length === 1 ? all : []
  const url = toUrl(only?.profile.url)
  const label = toHtml(environment.word('viewOn', platformName(only?.platform ?? '')))
  const profile =
    url === '' || !design.shows('profile')
      ? ''
      : `<a class="central-posts-all" href="${url}" rel="${REL}">${label} ${symbol('outward')}</a>`
  return link + profile === '' ? '' : `<div class="central-posts-foot">${link}${profile}</div>`
}

/** The image of a post's author, if the author is one of the profiles. */
export const imageOfAuthor = (all: readonly Shown[], { author, repostOf }: FeedPost): Image | undefined => {
  if (!author || repostOf?.author) return undefined
  return all.find(({ profile }) =>
    (['url', 'handle', 'id'] as const).some((name) => author[name] && author[name] === profile[name]),
  )?.image
}
