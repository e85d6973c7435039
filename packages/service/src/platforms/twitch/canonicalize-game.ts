// Any spelling of a Twitch category, which the API calls a game → `game/509658`, or `category/just-chatting` with the words of its
// URL. Only a call finds the id that belongs to the words.

import { decodeText, firstGroups, readSiteUrl } from '../../urls/site-url.ts'
import { SITE } from './canonicalize-channel.ts'

export type Game = { readonly id: string } | { readonly slug: string }

const BY_ID = /^game\/(?<id>[1-9]\d{0,14})$/
const BY_SLUG = /^category\/(?<slug>[^/]+)$/
const TABS = '(?:/(?:streams|clips|videos(?:/(?:all|archive|highlight|upload))?))?'
/** Older URLs have the name of the game. */
const PATHS = [new RegExp(`^/directory/(?:category|game)/(?<slug>[^/]+)${TABS}$`, 'i')]
/** Filters of a category's page: by tag, by campaign, by time. */
const FILTERS = ['tl', 'filter', 'range'] as const
const LONGEST_SLUG = 140

/** undefined when the input is none, or only a part of one. */
export const canonicalizeGame = (input: string): string | undefined => {
  const text = input.trim()
  const game = gameOf(text.toLowerCase())
  if (game !== undefined) return join(game)
  const page = readSiteUrl(text, SITE)
  if (page === undefined || FILTERS.some((name) => page.query.has(name))) return undefined
  const slug = firstGroups(PATHS, page.path)?.slug
  return slug === undefined ? undefined : join({ slug: decodeText(slug) ?? '' })
}

/** Parses a canonical handle; undefined for that of a channel. */
export const gameOf = (handle: string): Game | undefined => {
  const { id } = BY_ID.exec(handle)?.groups ?? {}
  if (id !== undefined) return { id }
  const { slug } = BY_SLUG.exec(handle)?.groups ?? {}
  return slug === undefined ? undefined : { slug }
}

const join = (game: Game): string | undefined => {
  if ('id' in game) return `game/${game.id}`
  const slug = slugOf(game.slug)
  return slug === '' || slug.length > LONGEST_SLUG ? undefined : `category/${slug}`
}

const ACCENTS = /[\u0300-\u036f]/g
const APOSTROPHES = /['’`]/g
const NO_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu

/** `Tom Clancy’s: Siege` → `tom-clancys-siege`. A slug stays as it is. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(APOSTROPHES, '')
    .replace(NO_LETTERS, '-')
    .replace(/^-|-$/g, '')

/** Twitch does not say where its slugs have hyphens. */
export const isNamed = (name: string, slug: string): boolean =>
  slugOf(name).replaceAll('-', '') === slug.replaceAll('-', '')
