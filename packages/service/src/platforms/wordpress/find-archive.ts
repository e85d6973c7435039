// Finds the archive of a handle in the REST API: the number that selects its posts, and its description.

import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { decodeSafely } from '../../urls/repair-url.ts'
import { ARCHIVES, type Archive, type ArchiveKind, kindOfRoute } from './archives.ts'
import type { Site } from './canonicalize-site.ts'
import { HTML, readRest, requestRest } from './rest-response.ts'
import { type RestRoot, restUrl, selfRoute } from './rest-root.ts'
import { ArchivedTerm, readList, User } from './wordpress-objects.ts'

/** `user` and `term` are undefined when the site reveals only the number. */
export type FoundArchive = {
  readonly kind: ArchiveKind
  readonly id: number
  readonly user?: User | undefined
  readonly term?: ArchivedTerm | undefined
}

const FIELDS = { _fields: 'id,name,slug,link,description,avatar_urls' }

const HIDDEN = 'The site hides its authors.'

/** Throws Refused: `absent` when the site has no such archive, `closed` when it does not tell. */
export const findArchive = async (
  send: Send,
  root: RestRoot,
  { base }: Site,
  archive: Archive,
): Promise<FoundArchive> => {
  const { kind, path } = archive
  const found = await ('id' in archive
    ? byNumber(send, root, kind, archive.id)
    : bySlug(send, root, kind, archive.slug))
  if (found !== undefined) return found
  if (kind !== 'author') throw new Refused('absent', { message: ARCHIVES[kind].missing })
  // The API lists no author without posts, and no author of a site that hides its users. An author's page still has the number.
  const own = selfRoute(await send({ url: `${base}${path}${'id' in archive ? '' : '/'}`, accept: HTML }))
  const id = own?.kind === 'users' ? Number(own.id) : Number.NaN
  if (!Number.isSafeInteger(id)) throw new Refused('closed', { message: HIDDEN, evidence: 'none' })
  return { kind, id }
}

/** The archive with a number under a route; undefined when the route has no archives. Throws Refused. */
export const foundArchive = async (
  send: Send,
  root: RestRoot,
  route: string,
  id: number,
): Promise<FoundArchive | undefined> => {
  const kind = kindOfRoute(route)
  if (kind === undefined) return undefined
  return (await byNumber(send, root, kind, id)) ?? { kind, id }
}

const byNumber = (send: Send, root: RestRoot, kind: ArchiveKind, id: number): Promise<FoundArchive | undefined> =>
  readRoute(send, kind, restUrl(root, `wp/v2/${ARCHIVES[kind].route}/${id}`, FIELDS))

const bySlug = (send: Send, root: RestRoot, kind: ArchiveKind, slug: string): Promise<FoundArchive | undefined> =>
  readRoute(send, kind, restUrl(root, `wp/v2/${ARCHIVES[kind].route}`, { slug: decodeSafely(slug), ...FIELDS }))

const readRoute = async (send: Send, kind: ArchiveKind, url: string): Promise<FoundArchive | undefined> => {
  const response = await requestRest(send, url)
  // Many sites refuse every request about users, so an error says nothing about this one.
  if (kind === 'author' && response.status !== 200) return undefined
  const found = [readRest(response)].flat()
  if (kind === 'author') {
    const [user] = readList(User, found)
    return user && { kind, id: user.id, user }
  }
  const [term] = readList(ArchivedTerm, found)
  return term && { kind, id: term.id, term }
}
