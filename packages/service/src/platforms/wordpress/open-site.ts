// From a handle to what all its pages need: the root of the REST API, what the site says of itself, the author's id.

import type { Answer, Ask } from '../contract/call.ts'
import { Refused } from '../contract/refusal.ts'
import { type Site, siteOf } from './canonicalize-site.ts'
import { askRest, noRest, readRest } from './rest-answer.ts'
import { decodeSafely, hostedRoot, linkedRoot, type RestRoot, restUrl, selfRoute, usualRoot } from './rest-root.ts'
import { HostedSite, Root, readAs, readList, User } from './wordpress-objects.ts'

export type OpenSite = {
  readonly root: RestRoot
  readonly base: string
  readonly about: Root | HostedSite
  /** The author whose posts are asked for; `user` is undefined where the site hides its users. */
  readonly author: { readonly id: number; readonly user: User | undefined } | undefined
}

const HTML = 'text/html, */*;q=0.5'
const ROOT_FIELDS = 'name,description,url,home,site_icon_url'
const SITE_FIELDS = 'ID,name,description,URL,icon,subscribers_count'
const USER_FIELDS = 'id,name,slug,link,description,avatar_urls'

export const openSite = async (ask: Ask, handle: string): Promise<OpenSite> => {
  const site = siteOf(handle)
  const { root, about } = await (site.hosted === undefined ? openOwn(ask, site.base) : openHosted(ask, site.hosted))
  const author = site.author === undefined ? undefined : await findAuthor(ask, root, site, site.author)
  return { root, base: site.base, about, author }
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
  if (root === undefined || root === usual) throw noRest()
  const about = readAs(Root, readRest(await askRest(ask, restUrl(root, '', { _fields: ROOT_FIELDS }))))
  if (about === undefined) throw noRest()
  return { root, about }
}

const isData = ({ headers }: Answer): boolean => /\bjson\b/i.test(headers['content-type'] ?? '')

/** Sites that hide their users still name the author's id on the author's page. */
const findAuthor = async (ask: Ask, root: RestRoot, { base }: Site, slug: string) => {
  const answer = await askRest(ask, restUrl(root, 'wp/v2/users', { slug: decodeSafely(slug), _fields: USER_FIELDS }))
  if (answer.status === 200) {
    const [user] = readList(User, readRest(answer))
    if (user === undefined) throw new Refused('absent', { message: 'The site has no such author.' })
    return { id: user.id, user }
  }
  const page = await ask({ url: `${base}/author/${slug}/`, accept: HTML })
  const own = selfRoute(page)
  const id = own?.kind === 'users' ? Number(own.id) : Number.NaN
  if (!Number.isSafeInteger(id)) throw new Refused('closed', { message: 'The site hides its authors.' })
  return { id, user: undefined }
}
