// A post of LinkedIn → the normalized form. Pure. Media and counts come from separate calls.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPoll, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { escapeText } from '../../post/markup/escape.ts'
import type { Author, LinkCard, Media, PlatformPost, Poll, PostReference } from '../../post/post.ts'
import { paragraphs, plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { type LittleText, readLittleText } from './little-text.ts'

/** By URN. */
export type ByUrn = ReadonlyMap<string, JsonObject>

const URN = /^urn:li:(?:share|ugcPost|activity):\d{1,24}$/
const DAY_MS = 86_400_000
const DAYS: ReadonlyMap<unknown, number> = new Map([
  ['ONE_DAY', 1],
  ['THREE_DAYS', 3],
  ['SEVEN_DAYS', 7],
  ['FOURTEEN_DAYS', 14],
])

/** URNs of the media of a post, which need a call of their own. */
export const mediaUrnsOf = (post: JsonObject): readonly string[] => {
  const { media, multiImage, article } = jsonObject(post.content)
  const images = jsonList(jsonObject(multiImage).images).map((image) => jsonObject(image).id)
  return [jsonObject(media).id, ...images, jsonObject(article).thumbnail].filter((urn) => typeof urn === 'string')
}

/** Whether the post is public and on the page; advertisements are not. */
export const isPublic = (post: JsonObject): boolean => {
  const { visibility, lifecycleState, distribution } = post
  return (
    (lifecycleState === undefined || lifecycleState === 'PUBLISHED' || lifecycleState === 'PUBLISHED_EDITED') &&
    (visibility === undefined || visibility === 'PUBLIC') &&
    jsonObject(distribution).feedDistribution !== 'NONE'
  )
}

/** Returns null when the post has no URN or is not public. `now` is in milliseconds since the epoch. */
export const mapPost = (
  post: JsonObject,
  context: {
    readonly media: ByUrn
    readonly metadata: ByUrn
    readonly author: Author | null
    readonly now: number
  },
): PlatformPost | null => {
  const { id } = post
  if (typeof id !== 'string' || !URN.test(id) || !isPublic(post)) return null
  const content = jsonObject(post.content)
  const { text, html, tags } = withQuestion(readLittleText(post.commentary), jsonObject(content.poll).question)
  const publishedAt = parseTime(post.publishedAt) ?? parseTime(post.createdAt)
  const isEdited = jsonObject(post.lifecycleStateInfo).isEditedByAuthor === true
  const reshared = jsonObject(post.reshareContext)
  const other = referenceTo(reshared.parent) ?? referenceTo(reshared.root)
  const metadata = context.metadata.get(id) ?? {}
  return buildPost({
    id,
    url: urlOf(id),
    text,
    html,
    tags,
    publishedAt,
    editedAt: isEdited ? parseTime(post.lastModifiedAt) : null,
    author: context.author,
    media: mapMedia(content, context.media),
    link: mapCard(jsonObject(content.article), context.media),
    poll: mapPoll(jsonObject(content.poll), publishedAt, context.now),
    metrics: {
      likes: likesOf(metadata.reactionSummaries),
      comments: countOrNull(jsonObject(metadata.commentSummary).count),
    },
    repostOf: text === null ? other : null,
    quoteOf: text === null ? null : other,
  })
}

/** The question of a poll is a field of its own. */
const withQuestion = (words: LittleText, question: unknown): LittleText => {
  const questionText = plainText(question)
  if (questionText === null || words.text?.includes(questionText) === true) return words
  return {
    ...words,
    text: words.text === null ? questionText : `${words.text}\n\n${questionText}`,
    html: `${words.html ?? ''}${paragraphs(escapeText(questionText))}`,
  }
}

const urlOf = (urn: string): string => `https://www.linkedin.com/feed/update/${urn}/`

const referenceTo = (urn: unknown): PostReference | null =>
  typeof urn === 'string' && URN.test(urn) ? { id: urn, url: urlOf(urn), author: null } : null

const mapMedia = (content: JsonObject, known: ByUrn): Media[] => {
  const single = content.media === undefined ? [] : [content.media]
  const all = [...single, ...jsonList(jsonObject(content.multiImage).images)]
  return uniqueMedia(all.map(jsonObject).flatMap((medium) => mapMedium(medium, known) ?? []))
}

/** Documents are not media. */
const mapMedium = ({ id, altText }: JsonObject, known: ByUrn): Media | null => {
  const urn = stringOrNull(id) ?? ''
  const file = known.get(urn)
  const isVideo = urn.startsWith('urn:li:video:')
  if (file === undefined || !(isVideo || urn.startsWith('urn:li:image:'))) return null
  const url = file.status === 'AVAILABLE' ? absoluteUrl(file.downloadUrl) : null
  const previewUrl = isVideo ? absoluteUrl(file.thumbnail) : null
  if (url === null && previewUrl === null) return null
  const milliseconds = countOrNull(file.duration)
  // LinkedIn returns only the aspect ratio, so the size is unknown.
  return buildMedia({
    type: isVideo ? 'video' : 'image',
    url,
    previewUrl,
    durationSeconds: isVideo && milliseconds !== null ? milliseconds / 1_000 : null,
    alt: plainText(altText),
    expiresAt: parseTime(file.downloadUrlExpiresAt) ?? undefined,
  })
}

const mapCard = (article: JsonObject, known: ByUrn): LinkCard | null => {
  const url = absoluteUrl(article.source)
  if (url === null) return null
  const image = known.get(stringOrNull(article.thumbnail) ?? '')
  return {
    url,
    title: plainText(article.title),
    description: plainText(article.description),
    imageUrl: absoluteUrl(image?.downloadUrl),
  }
}

const mapPoll = (poll: JsonObject, publishedAt: string | null, now: number): Poll | null => {
  const options = jsonList(poll.options)
    .map(jsonObject)
    .flatMap(({ text, voteCount }) => {
      const label = plainText(text)
      return label === null ? [] : [{ text: label, votes: countOrNull(voteCount) }]
    })
  const { duration, voteSelectionType } = jsonObject(poll.settings)
  const days = DAYS.get(duration)
  const endMs = days === undefined || publishedAt === null ? null : Date.parse(publishedAt) + days * DAY_MS
  const counts = options.map(({ votes }) => votes)
  return buildPoll({
    options,
    votes: counts.some((votes) => votes === null) ? null : counts.reduce<number>((sum, votes) => sum + (votes ?? 0), 0),
    voters: countOrNull(poll.uniqueVotersCount),
    multiple: voteSelectionType === undefined ? null : voteSelectionType !== 'SINGLE_VOTE',
    endsAt: endMs === null ? null : parseTime(endMs),
    closed: endMs === null ? null : now >= endMs,
  })
}

/** The sum of all kinds. LinkedIn omits kinds that have none. */
const likesOf = (summaries: unknown): number | null => {
  if (typeof summaries !== 'object' || summaries === null) return null
  return Object.values(summaries).reduce<number>((sum, each) => sum + (countOrNull(jsonObject(each).count) ?? 0), 0)
}
