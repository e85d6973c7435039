// Converts what Mbin's API returns to the views of Lemmy 0.19. Pure. A thread (`entry`) has a title; a post of the microblog has
// none. Things of the server itself have no ActivityPub URL in the API.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { stringOrNull } from '../../post/build-post.ts'

/** Names of other servers' users and magazines contain the server: `@nia@far.example`, `maps@far.example`. */
const localName = (name: unknown): string | null =>
  /^@?(?<name>[^@]+)/.exec(stringOrNull(name) ?? '')?.groups?.name ?? null

const imageUrl = (image: unknown, home: string): string | null => {
  const { storageUrl, sourceUrl } = jsonObject(image)
  return absoluteUrl(storageUrl, home) ?? absoluteUrl(sourceUrl, home)
}

const homeOf = (host: string): string => `https://${host}/`

const adaptUser = (value: unknown, host: string): JsonObject => {
  const user = jsonObject(value)
  const name = localName(user.username)
  return {
    ...{ id: user.userId, name, bio: user.about, published: user.createdAt },
    avatar: imageUrl(user.avatar, homeOf(host)),
    banner: imageUrl(user.cover, homeOf(host)),
    actor_id: absoluteUrl(user.apProfileId) ?? (name === null ? null : `${homeOf(host)}u/${encodeURIComponent(name)}`),
  }
}

const adaptMagazine = (magazine: JsonObject, host: string): JsonObject => {
  const name = localName(magazine.name)
  return {
    ...{ id: magazine.magazineId, name, title: magazine.title, description: magazine.description },
    icon: imageUrl(magazine.icon, homeOf(host)),
    banner: imageUrl(magazine.banner, homeOf(host)),
    actor_id:
      absoluteUrl(magazine.apProfileId) ?? (name === null ? null : `${homeOf(host)}m/${encodeURIComponent(name)}`),
  }
}

/** A user or magazine → a PersonView or CommunityView. */
export const adaptProfile = (body: JsonObject, kind: 'person' | 'community', host: string): JsonObject =>
  kind === 'person'
    ? { person: adaptUser(body, host), counts: { followers: body.followersCount } }
    : {
        community: adaptMagazine(body, host),
        counts: { subscribers: body.subscriptionsCount, posts: body.entryCount },
      }

/** An entry, or a post of the microblog → a PostView. Deleted ones stay in the list without their contents. */
export const adaptPost = (value: unknown, host: string): JsonObject => {
  const item = jsonObject(value)
  const image = jsonObject(item.image)
  const picture = imageUrl(image, homeOf(host))
  const isPicture = picture !== null && (item.type === 'image' || stringOrNull(item.url) === null)
  return {
    post: {
      ...{
        id: item.entryId ?? item.postId,
        ap_id: urlOf(item, host),
        name: item.title,
        body: item.body,
        lang: item.lang,
      },
      ...{ published: item.createdAt, updated: item.editedAt, nsfw: item.isAdult, featured_community: item.isPinned },
      deleted: (stringOrNull(item.visibility) ?? 'visible') !== 'visible',
      ...(isPicture
        ? { url: picture, url_content_type: 'image/*', alt_text: image.altText }
        : { url: item.url, thumbnail_url: picture }),
    },
    ...(isPicture && { image_details: { width: image.width, height: image.height } }),
    creator: adaptUser(item.user, host),
    tags: jsonList(item.tags).map((name) => ({ name })),
    counts: { upvotes: item.favourites, comments: item.numComments ?? item.comments, boosts: item.uv },
  }
}

const urlOf = (item: JsonObject, host: string): string | null => {
  const [letter, id] = item.postId === undefined ? ['t', item.entryId] : ['p', item.postId]
  const magazine = stringOrNull(jsonObject(item.magazine).name)
  const own =
    magazine === null || !Number.isSafeInteger(id) ? null : `${homeOf(host)}m/${encodeURI(magazine)}/${letter}/${id}`
  return absoluteUrl(item.apId) ?? own
}

/** An item of a list of threads and posts; null for a comment. */
export const adaptContent = (value: unknown, host: string): JsonObject | null => {
  const { entry, post } = jsonObject(value)
  const content = entry ?? post ?? null
  return content === null ? null : adaptPost(content, host)
}
