// Emotes of Reddit and its communities: small images with a short code. GIFs have the same syntax in texts, and are media.

import type { JsonObject } from '../../parsing/json-value.ts'

/** `![img](emote|t5_a|4271)`, `![img](emote|free_emotes_pack|joy)`, `![gif](giphy|id|downsized)`. */
const REFERENCE =
  /!\[(?:img|gif)\]\((?<kind>emote|avatar_exp|sticker|giphy)\|(?<first>[^()|\s]{1,100})(?:\|(?<second>[^()|\s]{1,100}))?\)/g
const MAX_CODES = 100
const KEY = /^(?:emote|avatar_exp|sticker)\|/
const TYPES: ReadonlySet<unknown> = new Set(['emoji', 'sticker'])

/** Whether an entry of `media_metadata` is an emote. */
export const isEmote = (key: string, file: JsonObject): boolean => KEY.test(key) || TYPES.has(file.t)

const shortCodeOf = ({ kind, first = '', second = first }: Readonly<Record<string, string | undefined>>): string =>
  kind === 'giphy' ? '' : `:${second}:`

/** Replaces emotes in Markdown by their short codes, and removes GIFs. */
export const withShortCodes = (markdown: string): string =>
  markdown.replace(REFERENCE, (...found) => shortCodeOf(found.at(-1)))

/** Only the short codes; null when there are none. */
export const shortCodesIn = (markdown: string): string | null =>
  Array.from(markdown.matchAll(REFERENCE), ({ groups = {} }) => shortCodeOf(groups))
    .filter((code) => code !== '')
    .slice(0, MAX_CODES)
    .join(' ') || null
