// Opens a site by its handle, for all its pages: finds the root of the REST API, the site's description and the archive's id.

import type { Response, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { siteOf } from './canonicalize-site.ts'
import { type FoundArchive, findArchive, foundArchive } from './find-archive.ts'
import { type FoundList, findList } from './find-list.ts'
import { requestProducts } from './read-products.ts'
import { HTML, noRest, readRest, requestRest } from './rest-response.ts'
import { hostedRoot, linkedRoot, type RestRoot, restUrl, selfRoute, usualRoot } from './rest-root.ts'
import { HostedSite, Root, readAs } from './wordpress-objects.ts'

export type OpenSite = {
  readonly root: RestRoot
  readonly base: string
  readonly about: Root | HostedSite
  /** The requested archive; undefined for the whole site. */
  readonly archive: FoundArchive | undefined
  /** The requested list; `products` for those of a shop. */
  readonly list?: FoundList | 'products'
}

const ROOT_FIELDS = 'name,description,url,home,site_icon_url'
const SITE_FIELDS = 'ID,name,description,URL,icon,subscribers_count'

/** Names of WooCommerce's products, as a type and as in URLs of its API. */
const SHOP_TYPES = new Set(['product', 'products'])

/** The first page of the account makes the same call. */
const hasShop = async (send: Send, root: RestRoot): Promise<boolean> =>
  (await requestProducts(send, root, 1, 1)) !== undefined

export const openSite = async (send: Send, handle: string): Promise<OpenSite> => {
  const site = siteOf(handle)
  const { root, about } = await (site.hosted === undefined ? openOwn(send, site.base) : openHosted(send, site.hosted))
  const opened = { root, base: site.base, about }
  if (site.list) {
    const isShop = site.list.is === 'type' && SHOP_TYPES.has(site.list.type) && (await hasShop(send, root))
    return { ...opened, archive: undefined, list: isShop ? 'products' : await findList(send, root, site.list) }
  }
  if (site.archive) return { ...opened, archive: await findArchive(send, root, site, site.archive) }
  return { ...opened, archive: isBelowHome(about, site.folder) ? await archiveAt(send, root, site.base) : undefined }
}

/** Whether the URL is below the site's home page. */
const isBelowHome = (about: Root | HostedSite, folder: string): boolean => {
  const home = 'home' in about && typeof about.home === 'string' ? URL.parse(about.home) : null
  return home !== null && folder.startsWith(`${home.pathname.replace(/\/$/, '')}/`)
}

/** The archive that a page of the site shows. A post's page means the whole site. */
const archiveAt = async (send: Send, root: RestRoot, base: string): Promise<FoundArchive | undefined> => {
  const own = selfRoute(await send({ url: `${base}/`, accept: HTML }))
  if (own?.kind === 'posts') return undefined
  const archive = own && (await foundArchive(send, root, own.kind, Number(own.id)))
  if (archive) return archive
  throw new Refused('absent', {
    evidence: 'none',
    message: 'This page of the site lists no posts. Name the site itself, an author, a category or a tag.',
  })
}

const openHosted = async (send: Send, hosted: string) => {
  const url = `https://public-api.wordpress.com/rest/v1.1/sites/${hosted}?fields=${SITE_FIELDS}`
  const about = readAs(HostedSite, readRest(await requestRest(send, url)))
  if (about === undefined) throw new Refused('broken')
  return { root: hostedRoot(hosted), about }
}

/** Tries the default root first. Its response, even an error page of WordPress, or the site's page links to any other. */
const openOwn = async (send: Send, base: string) => {
  const usual = usualRoot(base)
  const response = await requestRest(send, restUrl(usual, '', { _fields: ROOT_FIELDS }))
  if (response.status !== 404 && isData(response)) {
    const about = readAs(Root, readRest(response))
    if (about !== undefined) return { root: usual, about }
  } else if (response.status !== 404 && response.status !== 200) {
    readRest(response)
  }
  const root = linkedRoot(response) ?? linkedRoot(await send({ url: `${base}/`, accept: HTML }))
  if (root === undefined || root === usual) throw noRest(response.status === 404 ? 'status' : 'none')
  const about = readAs(Root, readRest(await requestRest(send, restUrl(root, '', { _fields: ROOT_FIELDS }))))
  if (about === undefined) throw noRest('none')
  return { root, about }
}

const isData = ({ headers }: Response): boolean => /\bjson\b/i.test(headers['content-type'] ?? '')
