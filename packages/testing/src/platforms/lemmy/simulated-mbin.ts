// The same user, community and posts on a server of Mbin. Every fourth post is one of its microblog.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import type { SimulatedResponse } from '../suite/simulator.ts'
import { OLD_HOST, type View } from './simulated-posts.ts'

export const MBIN_HOST = 'mbin.example'

const problem = (status: number, detail: string): SimulatedResponse => ({
  status,
  body: { type: 'https://tools.ietf.org/html/rfc2616#section-10', title: 'An error occurred', status, detail },
})

/** https://github.com/tgxn/lemmy-explorer/issues/298 */
export const LOGIN_REQUIRED = problem(401, 'Full authentication is required to access this resource.')
const NOT_FOUND = problem(404, 'Not Found')

const image = (url: string): JsonObject => ({
  ...{ filePath: 'a/b.webp', sourceUrl: null, storageUrl: url, altText: null, width: 600, height: 400, blurHash: 'x' },
})

const USER: JsonObject = {
  ...{ userId: 812, username: 'nia', about: 'I like *maps*.', createdAt: '2023-06-11T09:00:00+00:00' },
  ...{ avatar: image(`https://${MBIN_HOST}/media/a.webp`), cover: null, followersCount: 21 },
  ...{ apId: null, apProfileId: null, isBot: false },
}

const MAGAZINE: JsonObject = {
  ...{ magazineId: 7, name: 'maps', title: 'Maps & more', description: 'All **maps**', rules: null, isAdult: false },
  ...{ icon: image(`https://${MBIN_HOST}/media/icon.png`), owner: null, moderators: [], tags: null },
  ...{ subscriptionsCount: 310, entryCount: 95, entryCommentCount: 4, postCount: 30, postCommentCount: 2 },
  ...{ apId: null, apProfileId: null },
}

/** The author of posts that came from the other server. */
const FAR_USER: JsonObject = {
  ...{ ...USER, username: `@nia@${OLD_HOST}`, apId: `nia@${OLD_HOST}`, apProfileId: `https://${OLD_HOST}/u/nia` },
}

const isMicroblog = ({ post }: View): boolean => Number(post.id) % 4 === 0
/** Every third post is from another server. */
const isFar = ({ post }: View): boolean => Number(post.id) % 3 === 0
export const isOwnOfMbin = (view: View): boolean => !isFar(view)
export const isThread = (view: View): boolean => !isMicroblog(view)

export const idInMbin = (view: View): string =>
  isFar(view) ? view.post.ap_id : `https://${MBIN_HOST}/m/maps/${isMicroblog(view) ? 'p' : 't'}/${view.post.id}`

const contentOf = (view: View): JsonObject => {
  const { post } = view
  const isHere = post.deleted !== true && post.removed !== true
  const isPicture = post.url_content_type === 'image/png'
  const common = {
    ...{ user: isFar(view) ? FAR_USER : USER, magazine: MAGAZINE, lang: post.language_id === 37 ? 'en' : 'und' },
    ...{ isAdult: post.nsfw, isPinned: false, visibility: isHere ? 'visible' : 'soft_deleted' },
    ...{ createdAt: String(post.published).replace(/\.\d+Z/, '+00:00'), editedAt: post.updated ?? null },
    ...{ apId: isFar(view) ? post.ap_id : null, slug: 'post' },
    ...(isHere && { body: post.body ?? null, favourites: 12, uv: 2, dv: 1, tags: ['water'] }),
    ...(isHere && { image: isPicture ? { ...image(String(post.url)), altText: post.alt_text } : null }),
  }
  return isMicroblog(view)
    ? { ...common, postId: post.id, comments: 3 }
    : {
        ...{ ...common, entryId: post.id, numComments: 3, type: isPicture ? 'image' : 'article' },
        ...(isHere && {
          title: post.name,
          url: isPicture ? null : (post.url ?? null),
          domain: { name: 'maps.example' },
        }),
      }
}

export type MbinFacts = { readonly federation: 'filters' | 'ignored' }

/** `views`: newest first. */
export const mbin = (
  path: string,
  query: URLSearchParams,
  views: readonly View[],
  { federation }: MbinFacts,
): SimulatedResponse => {
  if (path === 'users/name/nia') return { body: USER }
  if (path === 'magazine/name/maps') return { body: MAGAZINE }
  const page = Number(query.get('p') ?? '1')
  const perPage = Number(query.get('perPage') ?? '25')
  const listed = (shown: readonly View[], wrap: (view: View) => JsonObject): SimulatedResponse => {
    const maxPage = Math.max(1, Math.ceil(shown.length / perPage))
    if (page > maxPage) return NOT_FOUND
    return {
      body: {
        items: shown.slice((page - 1) * perPage, page * perPage).map(wrap),
        pagination: { count: shown.length, currentPage: page, maxPage, perPage },
      },
    }
  }
  if (query.get('sort') !== 'newest') return listed([...views].reverse(), contentOf)
  if (/^(?:users\/812|magazine\/7|tag\/tides)\/entries$/.test(path)) return listed(views.filter(isThread), contentOf)
  if (path === 'tag/empty/entries') return listed([], contentOf)
  if (path !== 'combined') return NOT_FOUND
  const isLocal = query.get('federation') === 'local' && federation === 'filters'
  return listed(isLocal ? views.filter(isOwnOfMbin) : views, (view) =>
    isMicroblog(view) ? { entry: null, post: jsonObject(contentOf(view)) } : { entry: contentOf(view), post: null },
  )
}
