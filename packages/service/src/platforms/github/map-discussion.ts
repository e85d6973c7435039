// A repository and its discussions in the GraphQL API → profile and posts. Pure.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildPost, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformPost, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { mapAuthor, mapRepositoryProfile } from './map-account.ts'
import { bodyFields } from './map-writing.ts'

/** Returns null when the repository has no id or name. */
export const mapForum = (repository: JsonObject): PlatformProfile | null => {
  const profile = mapRepositoryProfile({
    ...{ id: repository.databaseId, full_name: repository.nameWithOwner, name: repository.name },
    ...{ html_url: repository.url, description: repository.description, created_at: repository.createdAt },
    owner: { avatar_url: jsonObject(repository.owner).avatarUrl },
  })
  if (profile === null) return null
  return buildProfile({
    ...profile,
    id: `community repository ${profile.id}`,
    handle: `${profile.handle.toLowerCase()}/discussions`,
    displayName: `${profile.displayName ?? profile.handle}/discussions`,
    url: profile.url === null ? null : `${profile.url}/discussions`,
    counts: { posts: countOrNull(jsonObject(repository.discussions).totalCount) },
  })
}

/** The author is null if the account was deleted. `updatedAt` changes with every comment, so it is not the time of an
 * edit. */
export const mapDiscussion = (discussion: JsonObject): PlatformPost | null => {
  // Numbers of discussions and of issues overlap.
  const id = stringOrNull(discussion.id)
  if (id === null) return null
  const { databaseId, login, url: page, avatarUrl } = jsonObject(discussion.author)
  const url = absoluteUrl(discussion.url)
  return buildPost({
    id,
    url,
    title: plainText(discussion.title),
    ...bodyFields({ body: discussion.body, body_html: discussion.bodyHTML }, url),
    tags: jsonList(jsonObject(discussion.labels).nodes).map((label) => jsonObject(label).name),
    publishedAt: parseTime(discussion.createdAt),
    editedAt: parseTime(discussion.lastEditedAt),
    author: mapAuthor({ id: databaseId, login, html_url: page, avatar_url: avatarUrl }),
    metrics: {
      likes: countOrNull(discussion.upvoteCount),
      comments: countOrNull(jsonObject(discussion.comments).totalCount),
    },
  })
}
