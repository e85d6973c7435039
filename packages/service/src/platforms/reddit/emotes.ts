// Emotes of Reddit and its communities: small pictures that stand for a short code. GIFs stand in texts in the same form, and
// are media.

import type { JsonObject } from '../../parsing/json-value.ts'

/** `![img](emote|t5_a|4271)`, `![img](emote|free_emotes_pack|joy)`, `![gif](giphy|id|downsized)`. */
const REFERENCE =
  /!\[(?:img|gif)\]\((?<kind>emote|avatar_exp|sticker|giphy)\|(?<first>[^()|\s]{1,100})(?:\|(?<second>[^()|\s]{1,100}))?\)/g
const MOST_CODES = 100
const KEY = /^(?:emote|avatar_exp|sticker)\|/
const TYPES: ReadonlySet<unknown> = new Set(['emoji', 'sticker'])

/** Of an entry of `media_metadata`. */
export const isEmote = (key: string, file: JsonObject): boolean => KEY.test(key) || TYPES.has(file.t)

const shortCodeOf = ({ kind, first = '', second = first }: Readonly<Record<string, string | undefined>>): string =>
  kind === 'giphy' ? '' : `:${second}:`

/** Markdown with emotes as short codes, without the names of GIFs. */
export const withShortCodes = (markdown: string): string =>
  markdown.replace(REFERENCE, (...found) => shortCodeOf(found.at(-1)))

/** The short codes alone; null where there are none. */
export const shortCodesIn = (markdown: string): string | null =>
  Array.from(markdown.matchAll(REFERENCE), ({ groups = {} }) => shortCodeOf(groups))
    .filter((code) => code !== '')
    .slice(0, MOST_CODES)
    .join(' ') || null
