// Media RSS (https://www.rssboard.org/media-rss) → the files of an item. The contents of a group are one thing in several
// forms, so that a group gives one file.

import type { MediaNs } from 'feedsmith'
import type { FeedFile } from './feed.ts'

type Content = Partial<MediaNs.Content>
type Group = Partial<MediaNs.Group>

/** Pictures of the author, which blogs put beside every post. */
const AVATAR = /^https?:\/\/(?:[\w-]+\.)?gravatar\.com\/avatar\//i

export const filesOfMedia = (media: Partial<MediaNs.ItemOrFeed> | undefined): FeedFile[] => {
  if (media === undefined) return []
  const groups = (media.groups ?? []).map((group) => fileOfGroup(group, media))
  const contents = (media.contents ?? []).filter(({ url }) => !AVATAR.test(url ?? ''))
  // A thumbnail beside several contents belongs to none of them.
  const shared = contents.length === 1 ? media.thumbnails : undefined
  const files = [...groups, ...contents.map((content) => fileOf(content, shared))]
  if (files.length > 0) return files
  const [thumbnail] = media.thumbnails ?? []
  if (thumbnail === undefined) return []
  return [{ url: thumbnail.url, medium: 'image', width: thumbnail.width, height: thumbnail.height }]
}

const fileOfGroup = (group: Group, item: Group): FeedFile => {
  const contents = group.contents ?? []
  const best =
    contents.find(({ isDefault }) => isDefault === true) ??
    [...contents].sort((one, other) => (other.width ?? 0) - (one.width ?? 0))[0]
  return fileOf(best ?? {}, group.thumbnails ?? item.thumbnails)
}

const fileOf = (content: Content, thumbnails: Group['thumbnails']): FeedFile => {
  const [thumbnail] = content.thumbnails ?? thumbnails ?? []
  return {
    url: content.url,
    type: content.type,
    medium: content.medium,
    previewUrl: thumbnail?.url,
    width: content.width,
    height: content.height,
    durationSeconds: content.duration,
    alt: content.description?.value ?? content.title?.value,
  }
}
