// Pages of photos of any list. A list is `{ photos: { photo: […], page, pages } }`; an album's is called `photoset`, and has
// the owner instead of each photo.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { countOrNull } from '../../post/build-post.ts'
import type { Response } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Batch } from '../../upstream/paging/walk.ts'

const MAX_PHOTOS = 500
/** `page size` */
const AT = /^(?<page>[1-9]\d{0,6}) (?<size>[1-9]\d{0,2})$/

export type RequestPage = (page: number, size: number) => Promise<Response>

/** After the last page Flickr is said to return the last page again, so the number of pages decides. `most`: photos of a
 * list that is cut off. Throws Refused: `broken`, `invalid_cursor`. */
export const batchesOf =
  (request: RequestPage, limit: number, most = Number.POSITIVE_INFINITY) =>
  async (at: string | undefined): Promise<Batch<JsonObject>> => {
    const first = { page: '1', size: String(Math.min(limit, MAX_PHOTOS)) }
    const groups = at === undefined ? first : AT.exec(at)?.groups
    if (groups === undefined) throw new Refused('invalid_cursor')
    const [page, size] = [Number(groups.page), Number(groups.size)]
    const { photos, photoset } = jsonObject((await request(page, size)).json())
    const list = jsonObject(photos ?? photoset)
    const { pages, has_next_page: hasNext } = list
    const items = requireList(list.photo).map((photo) => ({ ...ownerOf(list), ...jsonObject(photo) }))
    const isEnd = hasNext === undefined ? page >= (countOrNull(pages) ?? 0) : !Number(hasNext)
    const isLast = items.length === 0 || isEnd || page * size >= most
    return { items, next: isLast ? undefined : `${page + 1} ${size}` }
  }

const ownerOf = ({ owner, ownername }: JsonObject): JsonObject => (owner === undefined ? {} : { owner, ownername })
