// Media RSS (https://www.rssboard.org/media-rss) → the files of an item. The contents of a group are variants of one
// file, so a group results in one file.

import { durationIn } from './duration-in.ts'
import type { FeedFile } from './feed.ts'
import { attributeOf, childrenOf, type FeedElement, numberIn, textOf, textsOf } from './feed-element.ts'
import { fileTypeOf, isPlaylist } from './file-type.ts'

/** Avatars of the author, which blogs add to every post. */
const AVATAR = /^https?:\/\/(?:[\w-]+\.)?gravatar\.com\/avatar\//i

export const filesOfMedia = (item: FeedElement): FeedFile[] => {
  const thumbnails = childrenOf(item, 'media:thumbnail')
  const groups = childrenOf(item, 'media:group').map((group) => fileOfGroup(group, thumbnails))
  const contents = childrenOf(item, 'media:content').filter((each) => !AVATAR.test(attributeOf(each, 'url') ?? ''))
  // A thumbnail next to several contents belongs to none of them.
  const shared = contents.length === 1 ? thumbnails : []
  const files = [...groups, ...contents.map((content) => fileOf(content, shared))]
  if (files.length > 0) return files
  const [thumbnail] = thumbnails
  if (thumbnail === undefined) return []
  return [{ url: attributeOf(thumbnail, 'url'), medium: 'image', ...sizeOf(thumbnail) }]
}

/** Whether any media of an item is for adults only; undefined if the feed does not say. */
export const explicitOfMedia = (item: FeedElement): boolean | undefined => {
  const holders = [item, ...childrenOf(item, 'media:group'), ...childrenOf(item, 'media:content')]
  const inGroups = childrenOf(item, 'media:group').flatMap((group) => childrenOf(group, 'media:content'))
  const ratings = [...holders, ...inGroups].flatMap((holder) => textsOf(holder, 'media:rating', 'media:adult'))
  const reported = ratings.map((rating) => rating.toLowerCase()).filter((rating) => ADULT.has(rating))
  return reported.length === 0 ? undefined : reported.some((rating) => ADULT.get(rating))
}

/** The scheme `urn:simple` (Media RSS, `media:rating`), and `media:adult` of older feeds. */
const ADULT: ReadonlyMap<string, boolean> = new Map([
  ['adult', true],
  ['nonadult', false],
  ['true', true],
  ['false', false],
])

const fileOfGroup = (group: FeedElement, ofItem: readonly FeedElement[]): FeedFile => {
  const contents = childrenOf(group, 'media:content')
  const best =
    contents.find((content) => attributeOf(content, 'isdefault')?.toLowerCase() === 'true') ??
    contents.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || (sizeOf(other).width ?? 0) - (sizeOf(one).width ?? 0),
    )[0]
  const own = childrenOf(group, 'media:thumbnail')
  return fileOf(best, own.length > 0 ? own : ofItem)
}

/** Files that any browser plays first, then playlists, then files that no page shows. */
const rankOf = (content: FeedElement): number => {
  const file = fileOf(content, [])
  if (fileTypeOf(file) === undefined) return 2
  return isPlaylist(file) ? 1 : 0
}

const fileOf = (content: FeedElement | undefined, around: readonly FeedElement[]): FeedFile => {
  const [thumbnail = around[0]] = childrenOf(content, 'media:thumbnail')
  return {
    url: attributeOf(content, 'url'),
    type: attributeOf(content, 'type'),
    medium: attributeOf(content, 'medium'),
    previewUrl: attributeOf(thumbnail, 'url'),
    ...sizeOf(content),
    durationSeconds: durationIn(attributeOf(content, 'duration')),
    alt: textOf(content, 'media:description', 'media:title'),
  }
}

const sizeOf = (element: FeedElement | undefined): Pick<FeedFile, 'width' | 'height'> => ({
  width: numberIn(attributeOf(element, 'width')),
  height: numberIn(attributeOf(element, 'height')),
})
