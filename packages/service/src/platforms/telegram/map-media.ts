// Maps images, videos and audio of a message. Their URLs expire after hours or days, and the page does not say when. Sizes on the
// page are those of the layout, not of the files.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildMedia } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'
import { embedUrl, readMessageUrl } from './message-urls.ts'
import type { PageElement } from './page-tree.ts'
import { parseClock } from './parse-count.ts'
import { readBackground } from './read-markup.ts'

type Known = Partial<Media> & Pick<Media, 'type'>

const sourceOf = (element: PageElement | undefined): string | null => absoluteUrl(element?.attribute('src'))

/** Adds the message's widget as the player when there is no file. */
const withPlayer = (known: Known, widget: string): Known =>
  known.url === null ? { ...known, embedUrl: widget } : known

type Reader = (element: PageElement, widget: string, message: PageElement) => Known

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['.tgme_widget_message_photo_wrap', (element) => ({ type: 'image', url: readBackground(element) })],
  [
    '.tgme_widget_message_video_player',
    (element, widget) => {
      const url = sourceOf(element.find('.tgme_widget_message_video') ?? element.find('video'))
      // A looping video that starts automatically has no play button.
      const isVideo = url === null || element.find('.message_video_play') !== undefined
      return withPlayer(
        {
          type: isVideo ? 'video' : 'gif',
          url,
          previewUrl: readBackground(element.find('.tgme_widget_message_video_thumb')),
          durationSeconds: parseClock(element.find('.message_video_duration')?.text()),
        },
        widget,
      )
    },
  ],
  [
    '.tgme_widget_message_roundvideo_player',
    (element, widget) =>
      withPlayer(
        {
          type: 'video',
          url: sourceOf(element.find('video')),
          previewUrl: readBackground(element.find('.tgme_widget_message_roundvideo_thumb')),
          durationSeconds: parseClock(element.find('time')?.text()),
        },
        widget,
      ),
  ],
  [
    '.tgme_widget_message_voice',
    (element, widget, message) =>
      withPlayer(
        {
          type: 'audio',
          url: sourceOf(element),
          durationSeconds: parseClock(message.find('.tgme_widget_message_voice_duration')?.text()),
        },
        widget,
      ),
  ],
  ['.tgme_widget_message_sticker', (element) => ({ type: 'image', url: absoluteUrl(element.attribute('data-webp')) })],
  ['.tgme_widget_message_tgsticker', (element) => ({ type: 'image', previewUrl: sourceOf(element.find('img')) })],
  ['.tgme_widget_message_videosticker', (element) => ({ type: 'gif', url: sourceOf(element.find('video')) })],
  // Music has a title and a performer, but no public file.
  [
    '.tgme_widget_message_document_wrap',
    (element, widget) =>
      element.find('.tgme_widget_message_document_icon')?.has('audio') === true
        ? { type: 'audio', embedUrl: widget }
        : { type: 'audio' },
  ],
])

const KINDS = [...READERS.keys()]

/** In the order of the message. `widget` is the URL of the widget that shows the message. */
export const mapMedia = (message: PageElement, widget: string): Media[] => {
  const found = new Map<string, Media>()
  for (const element of message.findAll(...KINDS)) {
    const kind = KINDS.find((each) => element.has(each.slice(1))) ?? ''
    const known = READERS.get(kind)?.(element, widgetOf(element) ?? widget, message)
    const key = known?.url ?? known?.embedUrl ?? known?.previewUrl
    if (known && key && !found.has(key) && found.size < MAX_MEDIA) found.set(key, buildMedia(known))
  }
  return [...found.values()]
}

/** Each part of an album is a message with its own widget. */
const widgetOf = (element: PageElement): string | undefined => {
  const { name = null, id = '' } = readMessageUrl(element.attribute('href')) ?? {}
  return name === null ? undefined : embedUrl(name, id)
}
