// Reads a section of a board. The API finds boards and sections by their ids, so both are looked up by name.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { buildProfile, stringOrNull } from '../../post/build-post.ts'
import { plainText } from '../../post/text.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { canonicalizeName, type Section } from './canonicalize-name.ts'
import { authorNamed, mapPin } from './map-pin.ts'
import { API, SITE } from './urls.ts'

/** The path of a section's pins; undefined for an account. */
export type Keep = { readonly pins: string } | undefined

const PAGE_SIZE = 250
/** An account has at most 2,000 boards, and a board 500 sections. */
const MOST_PAGES = 8

/** Throws Refused: `absent`, `broken`. */
export const readSection = async (send: Send, section: Section, handle: string): Promise<Account<Keep>> => {
  const isOwn = ({ owner }: JsonObject) => canonicalizeName(String(jsonObject(owner).username)) === section.name
  const board = await findNamed(send, 'boards', section.board, { privacy: 'PUBLIC' }, isOwn)
  const path = `boards/${board.id}/sections`
  const found = await findNamed(send, path, section.section)
  const id = `section ${found.id}`
  const profile = buildProfile({
    ...{ id, handle, url: `${SITE}/${encodeURI(handle)}/`, displayName: plainText(found.name) },
    owner: authorNamed(section.name),
  })
  return { id, profile, keep: { pins: `${path}/${found.id}/pins` } }
}

/** URLs have a name’s letters and digits in lower case, with hyphens between its words. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')

const ID = /^\d{1,24}$/

const findNamed = async (
  send: Send,
  path: string,
  name: string,
  query: Readonly<Record<string, string>> = {},
  isMeant: (item: JsonObject) => boolean = () => true,
): Promise<JsonObject & { readonly id: string }> => {
  let bookmark: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const call = { url: `${API}/v5/${path}`, query: { ...query, page_size: PAGE_SIZE, bookmark } }
    const { items, bookmark: next } = jsonObject((await send(call)).json())
    const isNamed = (item: JsonObject) => lettersOf(stringOrNull(item.name) ?? '') === lettersOf(name)
    const found = requireList(items)
      .map(jsonObject)
      .find((item) => isNamed(item) && isMeant(item))
    const id = stringOrNull(found?.id)
    if (found !== undefined && id !== null && ID.test(id)) return { ...found, id }
    bookmark = stringOrNull(next) ?? undefined
    if (bookmark === undefined) break
  }
  throw new Refused('absent')
}

export const readSectionPins = (
  { send, after, limit }: Pick<PostsRequest<unknown>, 'send' | 'after' | 'limit'>,
  pins: string,
  { name }: Section,
): Promise<Posts> =>
  walkUnsorted<JsonObject>({
    after,
    limit,
    async read(bookmark) {
      const call = { url: `${API}/v5/${pins}`, query: { page_size: limit, bookmark } }
      const { items, bookmark: next } = jsonObject((await send(call)).json())
      return { items: requireList(items).map(jsonObject), next: stringOrNull(next) ?? undefined }
    },
    keyOf: ({ id }) => String(id),
    map: (pin) => mapPin(pin, authorNamed(stringOrNull(jsonObject(pin.board_owner).username) ?? name)),
  })
