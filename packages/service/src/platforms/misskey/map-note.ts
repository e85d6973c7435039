// A note → a post. A renote without its own text has the text, media and counts of the original. Its author and time
// are those of the renote, and `repostOf` names the original.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildPoll, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformPost, Poll, PostReference } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { mapFile } from './map-file.ts'
import { homeOf, mapAuthor } from './map-user.ts'
import { mfmToHtml } from './mfm-to-html.ts'

/** `home` notes are public, but not in the server's timelines. */
const PUBLIC = new Set<unknown>(['public', 'home'])
const MAX_TAGS = 100
const MAX_CHOICES = 100
const MAX_REACTIONS = 1_000

export type NoteContext = {
  /** The server of the response. */
  readonly host: string
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Ids of pinned notes, if the profile was read. */
  readonly pins?: readonly string[]
  /** Whether the author agreed to show notes for followers, too. */
  readonly showsFollowers?: boolean
}

/** Whether the note is public. Authors can hide their old notes, or all of them. */
export const isPublic = (value: unknown): boolean => {
  const note = jsonObject(value)
  return PUBLIC.has(note.visibility) && note.isHidden !== true && (note.deletedAt ?? null) === null
}

const isForFollowers = (note: JsonObject): boolean =>
  note.visibility === 'followers' && note.isHidden !== true && (note.deletedAt ?? null) === null

/** Returns null when the note has no id, is not public, or renotes a deleted note. */
export const mapNote = (
  value: unknown,
  { host, now, pins, showsFollowers = false }: NoteContext,
): PlatformPost | null => {
  const note = jsonObject(value)
  const id = stringOrNull(note.id)
  if (id === null || !(isPublic(note) || (showsFollowers && isForFollowers(note)))) return null
  const isRenote = isPureRenote(note)
  if (isRenote && !isPublic(note.renote)) return null
  const content = isRenote ? jsonObject(note.renote) : note
  const files = jsonList(content.files).slice(0, MAX_MEDIA)
  const { hides, ...shown } = mapText(content, host)
  return buildPost({
    id,
    url: urlOf(note, host),
    summary: plainText(content.cw),
    ...shown,
    publishedAt: parseTime(note.createdAt),
    editedAt: parseTime(content.updatedAt),
    author: mapAuthor(note.user, host),
    media: files.map((file) => mapFile(file, `https://${host}/`)).filter((medium) => medium !== null),
    poll: mapPoll(content.poll, now),
    metrics: {
      likes: countOrNull(content.reactionCount) ?? sumOf(content.reactions),
      comments: countOrNull(content.repliesCount),
      shares: countOrNull(content.renoteCount),
    },
    repostOf: isRenote ? referTo(note.renoteId, content, host) : null,
    replyTo: referTo(note.replyId, jsonObject(note.reply), host),
    quoteOf: isPureRenote(content) ? null : referTo(content.renoteId, jsonObject(content.renote), host),
    pinned: pins ? pins.includes(id) : null,
    sensitive: hides || typeof content.cw === 'string' || [...files, content.channel].some(isSensitive),
  })
}

/** The markup that mapping parses. */
export const textsOf = (value: unknown): readonly string[] => {
  const { text, renote } = jsonObject(value)
  return [text, jsonObject(renote).text].filter((each) => typeof each === 'string')
}

const isPureRenote = (note: JsonObject): boolean =>
  stringOrNull(note.renoteId) !== null &&
  [note.text, note.cw, note.replyId, note.poll].every((each) => (each ?? null) === null) &&
  jsonList(note.files).length === 0

/** Remote notes have the URL at their own server. */
const urlOf = (note: JsonObject, host: string): string | null =>
  absoluteUrl(note.url) ?? absoluteUrl(note.uri) ?? pageOf(stringOrNull(note.id), host)

const pageOf = (id: string | null, host: string): string | null =>
  id === null ? null : `https://${host}/notes/${encodeURIComponent(id.toWellFormed())}`

/** `tags` of a single note is in lower case; the text has the original spelling. */
const mapText = (note: JsonObject, host: string) => {
  const home = homeOf(jsonObject(note.user), host)
  const { text, html, tags, hides } = walkHtml(mfmToHtml(stringOrNull(note.text) ?? '', home), `https://${home}/`)
  return { text, html, hides, tags: [...tags, ...jsonList(note.tags).slice(0, MAX_TAGS)] }
}

/** A file, or the channel of a note. */
const isSensitive = (value: unknown): boolean => jsonObject(value).isSensitive === true

const mapPoll = (value: unknown, now: number): Poll | null => {
  const { choices, multiple, expiresAt } = jsonObject(value)
  const options = jsonList(choices)
    .slice(0, MAX_CHOICES)
    .map(jsonObject)
    .flatMap(({ text, votes }) => {
      const name = plainText(text)
      return name === null ? [] : { text: name, votes: countOrNull(votes) }
    })
  const endsAt = parseTime(expiresAt)
  const isCounted = options.every(({ votes }) => votes !== null)
  return buildPoll({
    options,
    votes: isCounted ? options.reduce((sum, { votes }) => sum + (votes ?? 0), 0) : null,
    multiple: typeof multiple === 'boolean' ? multiple : null,
    endsAt,
    closed: endsAt !== null && Date.parse(endsAt) < now,
  })
}

/** Older servers report each reaction, but no total. */
const sumOf = (reactions: unknown): number | null => {
  if (reactions === undefined) return null
  const counts = Object.values(jsonObject(reactions)).slice(0, MAX_REACTIONS)
  return counts.reduce((sum: number, count) => sum + (countOrNull(count) ?? 0), 0)
}

/** Only the id is known when the other note is deleted or not public. */
const referTo = (value: unknown, note: JsonObject, host: string): PostReference | null => {
  const id = stringOrNull(value)
  if (id === null) return null
  const isKnown = stringOrNull(note.id) !== null
  return { id, url: isKnown ? urlOf(note, host) : pageOf(id, host), author: mapAuthor(note.user, host) }
}
