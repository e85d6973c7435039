// Maps a message on the page of its channel to a post. Pure.

import { parseTime } from '../../parsing/parse-time.ts'
import { buildAuthor, buildPost } from '../../post/build-post.ts'
import { ownTitle } from '../../post/own-title.ts'
import type { Author, Media, PlatformPost, PostKind, PostReference } from '../../post/post.ts'
import { mapMedia } from './map-media.ts'
import { mapPoll, pollQuestion } from './map-poll.ts'
import { channelUrl, embedUrl, messageUrl, readMessageUrl } from './message-urls.ts'
import type { PageElement } from './page-tree.ts'
import { parseCount } from './parse-count.ts'
import { readBackground, readMarkup, readUrl } from './read-markup.ts'

const DATA_POST = /^(?<name>[a-z]\w{3,31})\/(?<id>\d{1,12})$/i

export type MessageName = { readonly name: string; readonly id: string }

/** The channel, with the owner's capitalization, and the id of the message. */
export const nameOf = (message: PageElement): MessageName | undefined => {
  const { name, id } = DATA_POST.exec(message.attribute('data-post') ?? '')?.groups ?? {}
  return name === undefined || id === undefined ? undefined : { name, id }
}

/** Other `<time>` elements are durations of videos and dates of forwarded messages. */
export const publishedAtOf = (message: PageElement): string | null =>
  parseTime(message.find('.tgme_widget_message_date')?.find('time')?.attribute('datetime'))

/** null for a message without an id, and for a service message, such as that the photo changed. */
export const mapMessage = (message: PageElement, avatarUrl: string | null = null): PlatformPost | null => {
  const known = nameOf(message)
  if (known === undefined || message.has('service_message')) return null
  const { name, id } = known
  // The text of an album is in a nested element of the same class.
  const body = message.findAll('.js-message_text').find((element) => element.find('.js-message_text') === undefined)
  const markup = body && readMarkup(body, name)
  const question = pollQuestion(message)
  const poll = mapPoll(message)
  const media = mapMedia(message, embedUrl(name, id))
  const link = linkOf(message)
  const text = markup?.text ?? question
  const title = ownTitle((markup?.text == null ? null : question) ?? fileNameOf(message), text)
  return buildPost({
    id,
    url: messageUrl(name, id),
    // The name of a file and the question of a poll are titles, but do not make the post an article.
    ...(title !== null && poll === null && { kind: kindOf(media, link !== null) }),
    title,
    text,
    html: markup?.text == null ? undefined : markup.html,
    tags: markup?.tags,
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
    sensitive: markup?.hides === true ? true : null,
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

/** The signature, else the channel. */
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

/** Counts reactions without paid stars, of which one reader can give many. */
const likesOf = (message: PageElement): number | null => {
  const counts = message
    .findAll('.tgme_reaction')
    .filter((reaction) => !reaction.has('tgme_reaction_paid'))
    .flatMap((reaction) => parseCount(reaction.ownText()) ?? [])
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

/** A person, or a private channel, has only a name and no URL. The author is the signature in the original channel, else that
 * channel. */
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

/** The replied-to message is in the same channel. */
const replyOf = (message: PageElement): PostReference | null => {
  const reply = message.find('.tgme_widget_message_reply')
  return referenceOf(reply?.attribute('href'), reply?.find('.tgme_widget_message_author_name')?.text() ?? null)
}

const referenceOf = (href: string | undefined, displayName: string | null): PostReference | null => {
  const message = readMessageUrl(href)
  if (message === undefined) return null
  const { id, url, name } = message
  const author = name === null ? { displayName } : { handle: name, displayName, url: channelUrl(name) }
  return { id, url, author: buildAuthor(author) }
}

/** The preview of a linked page, or a location. */
const linkOf = (message: PageElement): PlatformPost['link'] => {
  const preview = message.find('.tgme_widget_message_link_preview')
  const url = readUrl((preview ?? message.find('.tgme_widget_message_location_wrap'))?.attribute('href'))
  if (url === null || url === ownUrl(message)) return null
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

const ownUrl = (message: PageElement): string | null => {
  const known = nameOf(message)
  return known === undefined ? null : messageUrl(known.name, known.id)
}
