// A message as the page of its channel shows it → a post. Pure.

import { parseTime } from '../../parsing/parse-time.ts'
import { buildAuthor, buildPost } from '../../post/build-post.ts'
import { ownTitle } from '../../post/own-title.ts'
import type { Author, Media, PlatformPost, PostKind, PostReference } from '../../post/post.ts'
import { mapMedia } from './map-media.ts'
import { mapPoll, pollQuestion } from './map-poll.ts'
import { channelUrl, embedUrl, messageUrl, readMessageUrl } from './message-urls.ts'
import type { PageElement } from './page-tree.ts'
import { parseCount } from './parse-count.ts'
import { readAddress, readBackground, readMarkup } from './read-markup.ts'

const DATA_POST = /^(?<name>[a-z]\w{3,31})\/(?<id>\d{1,12})$/i

export type MessageName = { readonly name: string; readonly id: string }

/** Its channel, in the capitals of the owner, and its number there. */
export const nameOf = (message: PageElement): MessageName | undefined => {
  const { name, id } = DATA_POST.exec(message.attribute('data-post') ?? '')?.groups ?? {}
  return name === undefined || id === undefined ? undefined : { name, id }
}

/** Other `<time>` elements are lengths of films and dates of what was forwarded. */
export const publishedAtOf = (message: PageElement): string | null =>
  parseTime(message.find('.tgme_widget_message_date')?.find('time')?.attribute('datetime'))

/** null for what has no number, and for what tells of the channel: that a picture changed, that a message was pinned. */
export const mapMessage = (message: PageElement, avatarUrl: string | null = null): PlatformPost | null => {
  const known = nameOf(message)
  if (known === undefined || message.has('service_message')) return null
  const { name, id } = known
  // An album's text stands in an element of the same class again.
  const body = message.findAll('.js-message_text').find((element) => element.find('.js-message_text') === undefined)
  const written = body && readMarkup(body, name)
  const question = pollQuestion(message)
  const poll = mapPoll(message)
  const media = mapMedia(message, embedUrl(name, id))
  const link = linkOf(message)
  const text = written?.text ?? question
  const title = ownTitle((written?.text == null ? null : question) ?? fileNameOf(message), text)
  return buildPost({
    id,
    url: messageUrl(name, id),
    // The name of a file, or of a poll, makes no article.
    ...(title !== null && poll === null && { kind: kindOf(media, link !== null) }),
    title,
    text,
    html: written?.text == null ? undefined : written.html,
    tags: written?.tags,
    publishedAt: publishedAtOf(message),
    author: authorOf(message, name, avatarUrl),
    media,
    link,
    poll,
    metrics: {
      likes: likesOf(message),
      comments: parseCount(message.find('.tgme_widget_message_replies')?.text()?.split(' ', 1)[0]),
      views: parseCount(message.find('.tgme_widget_message_views')?.text()),
    },
    repostOf: forwardOf(message),
    replyTo: replyOf(message),
    sensitive: written?.hides === true ? true : null,
  })
}

const KINDS = { image: 'image', gif: 'image', video: 'video', audio: 'audio' } as const

const kindOf = ([first, second]: readonly Media[], hasLink: boolean): PostKind => {
  if (first && second) return 'gallery'
  if (first) return KINDS[first.type]
  return hasLink ? 'link' : 'text'
}

const fileNameOf = (message: PageElement): string | null =>
  message.find('.tgme_widget_message_document_title')?.text() ?? null

/** Whoever signed it; else the channel. */
const authorOf = (message: PageElement, name: string, avatarUrl: string | null): Author => {
  const signature = message.find('.tgme_widget_message_from_author')?.text() ?? null
  if (signature !== null) return buildAuthor({ displayName: signature })
  return buildAuthor({
    handle: name,
    displayName: message.find('.tgme_widget_message_owner_name')?.text() ?? null,
    url: channelUrl(name),
    avatarUrl,
  })
}

/** Reactions of people: stars are paid, and one reader may give many. */
const likesOf = (message: PageElement): number | null => {
  const counts = message
    .findAll('.tgme_reaction')
    .filter((reaction) => !reaction.has('tgme_reaction_paid'))
    .flatMap((reaction) => parseCount(reaction.ownText()) ?? [])
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

/** What a person wrote, or a channel that strangers do not see, is known by the name alone: nothing leads there. Whoever signed it
 * in its channel wrote it; else the channel. */
const forwardOf = (message: PageElement): PostReference | null => {
  const from = message.find('.tgme_widget_message_forwarded_from_name')
  const name = from?.text() ?? null
  const signature = message.find('.tgme_widget_message_forwarded_from_author')?.text() ?? null
  const reference = referenceOf(from?.attribute('href'), name)
  if (reference !== null) return signature === null ? reference : { ...reference, author: authorNamed(signature) }
  const author = signature ?? name
  return author === null ? null : { id: null, url: null, author: authorNamed(author) }
}

const authorNamed = (displayName: string): Author => buildAuthor({ displayName })

/** Of the same channel, so that it quotes nobody else. */
const replyOf = (message: PageElement): PostReference | null => {
  const reply = message.find('.tgme_widget_message_reply')
  return referenceOf(reply?.attribute('href'), reply?.find('.tgme_widget_message_author_name')?.text() ?? null)
}

const referenceOf = (href: string | undefined, displayName: string | null): PostReference | null => {
  const address = readMessageUrl(href)
  if (address === undefined) return null
  const { id, url, name } = address
  const author = name === null ? { displayName } : { handle: name, displayName, url: channelUrl(name) }
  return { id, url, author: buildAuthor(author) }
}

/** The preview of a page elsewhere, or a place on a map. */
const linkOf = (message: PageElement): PlatformPost['link'] => {
  const preview = message.find('.tgme_widget_message_link_preview')
  const url = readAddress((preview ?? message.find('.tgme_widget_message_location_wrap'))?.attribute('href'))
  if (url === null || url === messageAddress(message)) return null
  const text = (name: string) => preview?.find(name)?.text() ?? null
  const [image] =
    preview?.findAll('.link_preview_image', '.link_preview_right_image', '.link_preview_video_thumb') ?? []
  return {
    url,
    title: text('.link_preview_title') ?? text('.link_preview_site_name'),
    description: text('.link_preview_description'),
    imageUrl: readBackground(image),
  }
}

const messageAddress = (message: PageElement): string | null => {
  const known = nameOf(message)
  return known === undefined ? null : messageUrl(known.name, known.id)
}
