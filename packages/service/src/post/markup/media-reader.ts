// Finds the media in a post's HTML and writes them: images and file players as they are, frames of known players as
// links to their pages. Anything else is dropped.

import { lookUp } from '../../parsing/look-up.ts'
import type { Attributes } from '../../parsing/read-start-tag.ts'
import { buildMedia } from '../build-post.ts'
import type { Media } from '../post.ts'
import { foldSpaces, plainText } from '../text.ts'
import { imageKey } from '../unique-media.ts'
import { elementNamed } from './elements.ts'
import type { HtmlWriter, Opened } from './html-writer.ts'
import { emojiOf, isAvatar, isDrawnEmoji, type Resolve, readImage, sizeOf } from './images.ts'
import { keptAttributes } from './kept-attributes.ts'
import { findPlayer } from './players.ts'

type Options = {
  readonly html: HtmlWriter
  readonly resolve: Resolve
  readonly most: number
}

const A = elementNamed('a')
const IMG = elementNamed('img')
const SOURCE = elementNamed('source')

export type MediaReader = {
  readonly found: readonly Media[]
  /** A tag that is read. Returns the text that an image stands for, if it is a drawn character. */
  open(name: string, attributes: Attributes, anchor: string | undefined): string | undefined
  /** A tag within `<noscript>`: the copy of an image or frame for browsers without scripts. */
  openWithoutScripts(name: string, attributes: Attributes): void
  close(name: string): void
}

/** A `<video>` or `<audio>` until it is closed. */
type Draft = {
  readonly type: 'video' | 'audio'
  readonly attributes: Attributes
  url: string | null
  opened: Opened | undefined
  /** Counter of visible pieces before it: its sources must come first in it. */
  readonly shown: number
}

/** The image that was written last. */
type Last = {
  readonly piece: number | undefined
  readonly medium: Media | undefined
  readonly isLate: boolean
  readonly shown: number
}

const LONGEST_EMOJI = 100
/** Sizes of one image that are read. */
const MAX_SETS = 20
const LONGEST_NAME = 200
const NO_BASE = 'https://invalid.example/'

export const createMediaReader = ({ html, resolve, most }: Options): MediaReader => {
  const found: Media[] = []
  /** Keys of images and players so far, to recognize copies. */
  const keys = new Set<string>()
  /** URLs whose keys are added when a copy is found: most posts have none. */
  const unkeyed: string[] = []
  const drafts: Draft[] = []
  /** The srcsets of the innermost `<picture>`; undefined outside. */
  let sets: string[] | undefined
  let last: Last | undefined

  const add = (medium: Media): Media | undefined => {
    if (found.length >= most) return undefined
    found.push(medium)
    return medium
  }

  const isKnown = (url: string): boolean => {
    for (const each of unkeyed.splice(0)) keys.add(imageKey(each))
    return keys.has(imageKey(url))
  }

  const addImage = (attributes: Attributes, anchor: string | undefined, isCopy: boolean): void => {
    const image = readImage(attributes, anchor, sets ?? [], resolve)
    // A `<picture>` has one image; its srcsets are not used for another.
    if (sets !== undefined) sets = []
    if (image === undefined) return
    const { shownUrl, media, isLate } = image
    const own = [shownUrl, media.url ?? shownUrl]
    if (isCopy && own.some(isKnown)) return
    unkeyed.push(...own)
    // A copy right after an image belongs to that image. If the image was lazy, the copy adds nothing; otherwise it
    // replaces a placeholder.
    const replaced = isCopy && last?.shown === html.shown() ? last : undefined
    if (replaced?.isLate === true) return
    const tag = [['src', shownUrl], ...keptAttributes(IMG, attributes)] as const
    if (replaced?.piece !== undefined) html.replace(replaced.piece, IMG, tag)
    const piece = replaced?.piece ?? html.void(IMG, tag)
    if (replaced?.medium !== undefined && found.at(-1) === replaced.medium) found.pop()
    last = { piece, medium: isAvatar(attributes) ? undefined : add(media), isLate, shown: html.shown() }
  }

  const addFrame = (attributes: Attributes): void => {
    const address = attributes['data-src'] ?? attributes['data-lazy-src'] ?? attributes.src ?? ''
    const player = findPlayer(resolve(address) ?? absoluteFrame(address)) ?? findPlayer(resolve(attributes.src))
    if (player === undefined || keys.has(player.embedUrl)) return
    keys.add(player.embedUrl)
    const { type, embedUrl, pageUrl, previewUrl } = player
    add(buildMedia({ type, embedUrl, previewUrl, width: sizeOf(attributes.width), height: sizeOf(attributes.height) }))
    const link = html.open(A, [
      ['href', pageUrl],
      ['rel', 'nofollow noopener ugc'],
    ])
    const title = plainText(attributes.title)
    html.text(title === null ? pageUrl : foldSpaces(title).slice(0, LONGEST_NAME))
    if (link !== undefined) html.close(link)
  }

  const openPlayer = (type: Draft['type'], attributes: Attributes): void => {
    const draft: Draft = { type, attributes, url: resolve(attributes.src), opened: undefined, shown: html.shown() }
    drafts.push(draft)
    if (draft.url !== null) writePlayer(draft, draft.url)
  }

  const writePlayer = (draft: Draft, src: string | undefined): void => {
    const poster = draft.type === 'video' ? resolve(draft.attributes.poster) : null
    const element = elementNamed(draft.type)
    draft.opened = html.open(element, [
      ...(src === undefined ? [] : [['src', src] as const]),
      ...(poster === null ? [] : [['poster', poster] as const]),
      ['controls', ''],
      ...keptAttributes(element, draft.attributes),
    ])
  }

  const addSource = (attributes: Attributes): void => {
    if (sets !== undefined) {
      if (sets.length < MAX_SETS) sets.push(attributes.srcset ?? attributes['data-srcset'] ?? '')
      return
    }
    const draft = drafts.at(-1)
    const url = draft === undefined ? null : resolve(attributes.src)
    if (draft === undefined || url === null) return
    draft.url ??= url
    if (draft.opened === undefined && draft.shown === html.shown()) writePlayer(draft, undefined)
    if (draft.opened?.isOpen === true) html.void(SOURCE, [['src', url], ...keptAttributes(SOURCE, attributes)])
  }

  const closePlayer = (type: Draft['type']): void => {
    const draft = drafts.at(-1)
    if (draft?.type !== type) return
    drafts.pop()
    if (draft.opened !== undefined) html.close(draft.opened)
    if (draft.url === null) return
    add(
      buildMedia({
        type,
        url: draft.url,
        previewUrl: resolve(draft.attributes.poster),
        width: sizeOf(draft.attributes.width),
        height: sizeOf(draft.attributes.height),
      }),
    )
  }

  type Open = (attributes: Attributes, anchor: string | undefined) => void
  const OPENED: Readonly<Record<string, Open>> = {
    img: (attributes, anchor) => addImage(attributes, anchor, false),
    iframe: addFrame,
    embed: addFrame,
    video: (attributes) => openPlayer('video', attributes),
    audio: (attributes) => openPlayer('audio', attributes),
    source: addSource,
    picture: () => {
      sets = []
    },
  }

  const CLOSED: ReadonlyMap<string, () => void> = new Map([
    ['video', () => closePlayer('video')],
    ['audio', () => closePlayer('audio')],
    [
      'picture',
      () => {
        sets = undefined
      },
    ],
  ])

  return {
    found,
    open(name, attributes, anchor) {
      if (name === 'img' && isDrawnEmoji(attributes)) return drawnEmoji(name, attributes)
      lookUp<Open>(OPENED, name)?.(attributes, anchor)
      return undefined
    },
    openWithoutScripts(name, attributes) {
      if (name === 'img' && !isDrawnEmoji(attributes)) addImage(attributes, undefined, true)
      else if (name === 'iframe') addFrame(attributes)
    },
    close(name) {
      CLOSED.get(name)?.()
    },
  }
}

/** The character that an image stands for. */
export const drawnEmoji = (name: string, attributes: Attributes): string | undefined =>
  name === 'img' && isDrawnEmoji(attributes) ? emojiOf(attributes)?.slice(0, LONGEST_EMOJI) : undefined

/** Frames are often written without a scheme. */
const absoluteFrame = (address: string): string | null => URL.parse(address.slice(0, 2_048), NO_BASE)?.href ?? null
