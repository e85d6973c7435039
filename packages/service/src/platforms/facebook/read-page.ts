// Reads a Facebook Page with its newest posts in one call. Facebook returns the same error for a missing Page and for a
// missing permission; a call for a Page that always exists tells them apart.

import type { JsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest } from '../../upstream/contract/source.ts'
import { requestFewer } from '../../upstream/paging/request-fewer.ts'
import { failBroken, type GraphError, graphErrorOf, graphUrl, isUnknownObject, requestFields } from '../meta/graph.ts'
import { mapPage } from './map-page.ts'
import { NOT_REVIEWED } from './refusals.ts'
import { CONTROL_PAGE } from './urls.ts'

export type Settings = { readonly META_GRAPH_VERSION: string }

type PageCall = Pick<AccountRequest<Settings>, 'send' | 'settings' | 'limit'>

const MAX_POSTS = 100

const MEDIA = 'media{image{src,width,height},source}'
const ATTACHED = `media_type,type,title,description,url,unshimmed_url,target{id,url},${MEDIA}`
const plainPost = (author: string): string =>
  [
    ...['id', 'message', 'message_tags', 'story', 'created_time', 'permalink_url', 'status_type', 'parent_id'],
    ...['full_picture', `from{${author}}`, 'shares'],
    `attachments{${ATTACHED},subattachments.limit(20){${ATTACHED}}}`,
  ].join(',')
/** Without fields that Facebook may refuse on their own. */
const COUNTED = 'reactions.limit(0).summary(total_count),comments.limit(0).summary(total_count)'
const postFields = (author: string) =>
  [`${plainPost(author)},is_published,is_hidden,is_expired,properties,${COUNTED}`, plainPost('id,name')] as const
export const POST_FIELDS = postFields('id,name')
/** For a single post: no other call reads its Page. */
export const SINGLE_POST_FIELDS = postFields('id,name,picture{url,is_silhouette}')

const PLAIN_PAGE =
  'id,name,username,about,description,link,picture.type(large){url,width,height,is_silhouette},cover{source}'
const PAGE = `${PLAIN_PAGE},bio,website,is_verified,verification_status,fan_count,followers_count`

export const limitOf = ({ limit }: { readonly limit: number }): number => Math.min(limit, MAX_POSTS)

/** With as many posts as the Graph API returns at once. */
export const requestPage = (request: PageCall, page: string): Promise<JsonObject> =>
  requestFewer(limitOf(request), (limit) => requestPageOf({ ...request, limit }, page))

/** Finds out why an object is unknown: missing, or not for this token. Throws Refused. */
export const throwForUnknown =
  (send: Send, settings: Settings, about: 'profile' | 'post' = 'profile') =>
  async (error: GraphError): Promise<never> => {
    if (!isUnknownObject(error)) return failBroken(error)
    const control = await send({
      url: graphUrl(settings, CONTROL_PAGE),
      query: { fields: 'id' },
      answers: [400, 404],
    })
    if (graphErrorOf(control) === undefined) throw new Refused('absent', { about })
    throw new Refused('credential_lacks_scope', { message: NOT_REVIEWED })
  }

const MOVED = 21
const NUMBERS = /\d{5,24}/g

/** The same call reads the Page and its first posts, so it is made once. A Page that was merged redirects to the other
 * Page. */
export const requestPageOf = async (
  { send, settings, limit }: PageCall,
  page: string,
  isMoved = false,
): Promise<JsonObject> => {
  const [all, plain] = POST_FIELDS
  let moved: string | undefined
  const found = await requestFields(
    send,
    (fields) => ({ url: graphUrl(settings, page), query: { fields } }),
    [`${PAGE},posts.limit(${limit}){${all}}`, `${PLAIN_PAGE},posts.limit(${limit}){${plain}}`],
    {
      async onError(error) {
        moved = error.code === MOVED && !isMoved ? error.message.match(NUMBERS)?.at(-1) : undefined
        if (moved === undefined) return throwForUnknown(send, settings)(error)
        throw new Refused('broken')
      },
    },
  ).catch((error: unknown) => {
    if (moved === undefined) throw error
    return undefined
  })
  if (found) return found.body
  return requestPageOf({ send, settings, limit }, moved ?? page, true)
}

export const readPageAccount = async (request: AccountRequest<Settings>): Promise<Account<undefined>> => {
  const page = await requestPage(request, request.handle)
  const id = stringOrNull(page.id)
  if (id === null) throw new Refused('broken')
  return { id, handle: id, profile: mapPage(page, id), keep: undefined }
}
