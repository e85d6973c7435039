// Reads a series: articles that an author put in order. The API tells nothing of the series itself.

import { jsonObject } from '../../parsing/json-value.ts'
import { buildProfile, stringOrNull } from '../../post/build-post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byPage } from '../../upstream/paging/batches.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { mapArticle } from './map-article.ts'
import { requestApi } from './request-api.ts'
import { SITE } from './urls.ts'

type Request = Pick<AccountRequest<unknown>, 'send' | 'limit'> & { readonly id: string }

const requestPage = async ({ send, limit, id }: Request, page: number): Promise<readonly unknown[]> =>
  requireList((await requestApi(send, '/articles', { query: { collection_id: id, page, per_page: limit } })).json())

/** For an unknown series the list is empty, as for one whose articles are gone. */
export const readSeries = async (request: Request, handle: string): Promise<Account<undefined>> => {
  const [first] = await requestPage(request, 1)
  if (first === undefined) throw new Refused('absent', { evidence: 'status' })
  const id = `section ${handle}`
  const owner = mapArticle(jsonObject(first))?.author ?? null
  const name = stringOrNull(jsonObject(jsonObject(first).user).username)
  const url = name === null ? null : `${SITE}/${encodeURIComponent(name.toWellFormed())}/series/${request.id}`
  return { id, profile: buildProfile({ handle, id, url, owner }), keep: undefined }
}

export const readSeriesPosts = (request: Request & Pick<PostsRequest<unknown>, 'after'>): Promise<Posts> =>
  walkUnsorted<unknown>({
    after: request.after,
    limit: request.limit,
    read: byPage((page) => requestPage(request, page), request.limit),
    keyOf: (article) => String(jsonObject(article).id),
    map: (article) => mapArticle(jsonObject(article)),
  })
