// A Page of Facebook with its newest posts, in one call. What is not there and what is not for the token are the same to
// Facebook: a Page that is there for everybody tells them apart.

import type { JsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest } from '../../upstream/contract/source.ts'
import { requestFewer } from '../../upstream/paging/request-fewer.ts'
import { failBroken, type GraphError, graphErrorOf, graphUrl, isUnknownObject, requestFields } from '../meta/graph.ts'
import { CONTROL_PAGE } from './addresses.ts'
import { mapPage } from './map-page.ts'
import { NOT_REVIEWED } from './refusals.ts'

export type Settings = { readonly META_GRAPH_VERSION: string }

type PageCall = Pick<AccountRequest<Settings>, 'send' | 'settings' | 'limit'>

const MOST_POSTS = 100

const MEDIA = 'media{image{src,width,height},source}'
const ATTACHED = `media_type,type,title,description,url,unshimmed_url,target{id,url},${MEDIA}`
const plainPost = (author: string): string =>
  [
    ...['id', 'message', 'message_tags', 'story', 'created_time', 'permalink_url', 'status_type', 'parent_id'],
    ...['full_picture', `from{${author}}`, 'shares'],
    `attachments{${ATTACHED},subattachments.limit(20){${ATTACHED}}}`,
  ].join(',')
/** Without what may be refused where the rest is not. */
const COUNTED = 'reactions.limit(0).summary(total_count),comments.limit(0).summary(total_count)'
const postFields = (author: string) =>
  [`${plainPost(author)},is_published,is_hidden,is_expired,properties,${COUNTED}`, plainPost('id,name')] as const
export const POST_FIELDS = postFields('id,name')
/** Of a post alone, whose Page no other call tells. */
export const SINGLE_POST_FIELDS = postFields('id,name,picture{url,is_silhouette}')

const PLAIN_PAGE =
  'id,name,username,about,description,link,picture.type(large){url,width,height,is_silhouette},cover{source}'
const PAGE = `${PLAIN_PAGE},bio,website,is_verified,verification_status,fan_count,followers_count`

export const limitOf = ({ limit }: { readonly limit: number }): number => Math.min(limit, MOST_POSTS)

/** As many of the posts as Graph gives at once. */
export const requestPage = (request: PageCall, page: string): Promise<JsonObject> =>
  requestFewer(limitOf(request), (limit) => requestPageOf({ ...request, limit }, page))

/** What an unknown object means. Throws Refused. */
export const failUnknown =
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

/** The same call for the Page and for its first posts, so that it is made once. A Page that was merged with another one is
 * that one. */
export const requestPageOf = async (
  { send, settings, limit }: PageCall,
  page: string,
  isMoved = false,
): Promise<JsonObject> => {
  const [all, plain] = POST_FIELDS
  let moved: string | undefined
  const answered = await requestFields(
    send,
    (fields) => ({ url: graphUrl(settings, page), query: { fields } }),
    [`${PAGE},posts.limit(${limit}){${all}}`, `${PLAIN_PAGE},posts.limit(${limit}){${plain}}`],
    {
      async onError(error) {
        moved = error.code === MOVED && !isMoved ? error.message.match(NUMBERS)?.at(-1) : undefined
        if (moved === undefined) return failUnknown(send, settings)(error)
        throw new Refused('broken')
      },
    },
  ).catch((error: unknown) => {
    if (moved === undefined) throw error
    return undefined
  })
  if (answered) return answered.body
  return requestPageOf({ send: send, settings, limit }, moved ?? page, true)
}

export const readAccount = async (request: AccountRequest<Settings>): Promise<Account<undefined>> => {
  const page = await requestPage(request, request.handle)
  const id = stringOrNull(page.id)
  if (id === null) throw new Refused('broken')
  return { id, handle: id, profile: mapPage(page, id), keep: undefined }
}
