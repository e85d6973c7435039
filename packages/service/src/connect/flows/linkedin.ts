// LinkedIn Pages, by the consent of a member who has a role at them: one consent covers all of the member's Pages, and
// all of them are read with the member's token.
// https://learn.microsoft.com/linkedin/marketing/community-management/organizations/organization-access-control-by-role

import { lookUp } from '../../parsing/look-up.ts'
import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, listIn, objectIn, textIn } from './fields.ts'
import type { Ask, Connectable, ConnectFlow } from './flow.ts'

const API = 'https://api.linkedin.com/rest'
/** As in platforms/linkedin/read-linkedin.ts. */
const HEADERS = { 'linkedin-version': '202606', 'x-restli-protocol-version': '2.0.0' }
const READ = ['r_organization_social', 'r_organization_admin']

/** Those who may read the posts of a Page. `CONTENT_ADMIN` is the former name. */
const ROLES: ReadonlySet<unknown> = new Set([
  'ADMINISTRATOR',
  'CONTENT_ADMINISTRATOR',
  'CONTENT_ADMIN',
  'DIRECT_SPONSORED_CONTENT_POSTER',
])
const PAGE_SIZE = 100
/** More Pages than one person can choose among. */
const MOST_PAGES = 200
/** What a URL has room for. */
const BATCH = 50
const ORGANIZATION = /^urn:li:organization:(?<id>\d{1,20})$/
/** Where Pages are by their type. */
const PATHS: Readonly<Record<string, string>> = { SCHOOL: 'school', BRAND: 'showcase' }

type Body = Readonly<Record<string, unknown>>
type Read = (path: string) => Promise<Body>

/** The id of a Page at which the member has such a role now: roles that were requested or revoked are listed, too. */
const pageIn = ({ organization, role, state }: Body): readonly string[] => {
  const id = ORGANIZATION.exec(String(organization))?.groups?.id
  return id !== undefined && state === 'APPROVED' && ROLES.has(role) ? [id] : []
}

const readIds = async (read: Read): Promise<readonly string[]> => {
  const ids = new Set<string>()
  for (let start = 0; ids.size < MOST_PAGES; start += PAGE_SIZE) {
    const path = `organizationAcls?q=roleAssignee&state=APPROVED&count=${PAGE_SIZE}&start=${start}`
    const elements = listIn(await read(path), 'elements')
    for (const id of elements.flatMap(pageIn)) ids.add(id)
    if (elements.length < PAGE_SIZE) break
  }
  return [...ids].slice(0, MOST_PAGES)
}

const toConnectable = (page: Body): Connectable => {
  const id = idIn(page, 'id')
  const name = textIn(page, 'vanityName')
  const path = lookUp(PATHS, String(page.primaryOrganizationType)) ?? 'company'
  return {
    id,
    handle: name?.toLowerCase() ?? id,
    displayName: textIn(page, 'localizedName', 'vanityName'),
    url: `https://www.linkedin.com/${path}/${encodeURIComponent(name ?? id)}/`,
    // It takes another call, and its URL ends.
    avatarUrl: null,
  }
}

/** Those that the platform describes: one that is closed has an error in place of a description. */
const describe = async (ids: readonly string[], read: Read): Promise<readonly Connectable[]> => {
  const results = objectIn(await read(`organizationsLookup?ids=List(${ids.join()})`), 'results')
  return ids.flatMap((id) => {
    const page = results[id]
    return typeof page === 'object' && page !== null ? [toConnectable(page as Body)] : []
  })
}

const readPages = async (accessToken: string, ask: Ask): Promise<readonly Connectable[]> => {
  const headers = { ...HEADERS, authorization: `Bearer ${accessToken}` }
  // Of lists in a query, neither parentheses nor commas may be encoded.
  const read: Read = (path) => ask({ url: `${API}/${path}`, headers })
  const ids = await readIds(read)
  const pages: Connectable[] = []
  for (let at = 0; at < ids.length; at += BATCH) pages.push(...(await describe(ids.slice(at, at + BATCH), read)))
  return pages
}

export const linkedinFlow: ConnectFlow = {
  dialect: DIALECTS.linkedin,
  name: 'LinkedIn',
  noAccount: 'LinkedIn lets others read Pages only, and you have no role at one that allows it.',
  allows: ['See the list of your Pages', 'Read the posts of the Pages that you choose'],
  uses: {
    r_organization_social: 'The website shows the posts of the Page.',
    r_organization_admin: 'You choose which of your Pages the website shows, with its name.',
  },
  scopes: { least: READ, asked: READ },
  // Only approved partners get a refresh token. It ends a year after the consent, however often it is used.
  renewal: { by: 'refresh_token', rotates: false },
  accounts: ({ accessToken }, ask) => readPages(accessToken, ask),
}
