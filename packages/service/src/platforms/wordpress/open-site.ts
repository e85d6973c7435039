// From a handle to what all its pages need: the root of the REST API, what the site says of itself, the archive's id.

import type { Answer, Ask } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { siteOf } from './canonicalize-site.ts'
import { type FoundArchive, findArchive, foundArchive } from './find-archive.ts'
import { askRest, HTML, noRest, readRest } from './rest-answer.ts'
import { hostedRoot, linkedRoot, type RestRoot, restUrl, selfRoute, usualRoot } from './rest-root.ts'
import { HostedSite, Root, readAs } from './wordpress-objects.ts'

export type OpenSite = {
  readonly root: RestRoot
  readonly base: string
  readonly about: Root | HostedSite
  /** The archive whose posts are asked for; undefined for the whole site. */
  readonly archive: FoundArchive | undefined
}

const ROOT_FIELDS = 'name,description,url,home,site_icon_url'
const SITE_FIELDS = 'ID,name,description,URL,icon,subscribers_count'

export const openSite = async (ask: Ask, handle: string): Promise<OpenSite> => {
  const site = siteOf(handle)
  const { root, about } = await (site.hosted === undefined ? openOwn(ask, site.base) : openHosted(ask, site.hosted))
  const opened = { root, base: site.base, about }
  if (site.archive) return { ...opened, archive: await findArchive(ask, root, site, site.archive) }
  return { ...opened, archive: isBelowHome(about, site.folder) ? await archiveAt(ask, root, site.base) : undefined }
}

/** Whether the address is one inside the site that answered for it. */
const isBelowHome = (about: Root | HostedSite, folder: string): boolean => {
  const home = 'home' in about && typeof about.home === 'string' ? URL.parse(about.home) : null
  return home !== null && folder.startsWith(`${home.pathname.replace(/\/$/, '')}/`)
}

/** The archive that a page of the site is, whatever its address; a post stands for its site. */
const archiveAt = async (ask: Ask, root: RestRoot, base: string): Promise<FoundArchive | undefined> => {
  const own = selfRoute(await ask({ url: `${base}/`, accept: HTML }))
  if (own?.kind === 'posts') return undefined
  const archive = own && (await foundArchive(ask, root, own.kind, Number(own.id)))
  if (archive) return archive
  throw new Refused('absent', {
    evidence: 'none',
    message: 'This page of the site lists no posts. Name the site itself, an author, a category or a tag.',
  })
}

const openHosted = async (ask: Ask, hosted: string) => {
  const url = `https://public-api.wordpress.com/rest/v1.1/sites/${hosted}?fields=${SITE_FIELDS}`
  const about = readAs(HostedSite, readRest(await askRest(ask, url)))
  if (about === undefined) throw new Refused('broken')
  return { root: hostedRoot(hosted), about }
}

/** The usual place first; what it answers (be it an error page of WordPress) or the site's page names any other. */
const openOwn = async (ask: Ask, base: string) => {
  const usual = usualRoot(base)
  const answer = await askRest(ask, restUrl(usual, '', { _fields: ROOT_FIELDS }))
  if (answer.status !== 404 && isData(answer)) {
    const about = readAs(Root, readRest(answer))
    if (about !== undefined) return { root: usual, about }
  } else if (answer.status !== 404 && answer.status !== 200) {
    readRest(answer)
  }
  const root = linkedRoot(answer) ?? linkedRoot(await ask({ url: `${base}/`, accept: HTML }))
  if (root === undefined || root === usual) throw noRest(answer.status === 404 ? 'status' : 'none')
  const about = readAs(Root, readRest(await askRest(ask, restUrl(root, '', { _fields: ROOT_FIELDS }))))
  if (about === undefined) throw noRest('none')
  return { root, about }
}

const isData = ({ headers }: Answer): boolean => /\bjson\b/i.test(headers['content-type'] ?? '')
