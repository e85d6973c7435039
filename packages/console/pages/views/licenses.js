// The list of licenses, with a search, filters and an order that are in the page's URL.

/** @import { LicenseInList, Plan } from '../../../service/src/http/admin/schemas.ts' */

import { RequestError } from '../app/api.js'
import { may, requiresRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { pagedTable } from '../parts/paged-table.js'
import { asQueryError, emptyState, problemText } from '../parts/problem.js'
import { pill, statusPill } from '../parts/status.js'
import { usageMeter } from '../parts/usage.js'
import { licenseFilter } from './license-filter.js'

const PAGE = 50
const COLUMNS = ['License', 'Plan', 'Status', 'Used this month', 'Expires']

/** @typedef {{ rows: LicenseInList[], nextCursor: string | null }} Found */

/** @type {import('../app/routes.js').View} */
export const licenses = async (visit) => {
  const { api, query, go } = visit
  /** @param {string | null} cursor @returns {Promise<Found>} */
  const load = async (cursor) => {
    const apiQuery = new URLSearchParams(query)
    apiQuery.set('limit', String(PAGE))
    if (cursor !== null) apiQuery.set('cursor', cursor)
    const { licenses: rows, nextCursor } = await api.get(`/licenses?${apiQuery}`)
    return { rows, nextCursor }
  }
  /** @type {[Found | RequestError, { plans: Plan[] }]} */
  const [first, { plans }] = await Promise.all([load(null).catch(asQueryError), api.get('/plans')])
  const mayCreate = may(visit, 'admin')
  const head = pageHead(
    'Licenses',
    mayCreate && h('a', { class: 'button primary', href: '#/licenses/new' }, 'New license'),
  )
  const search = query.get('search')
  const title = search ? `Licenses with “${search}”` : 'Licenses'
  if (first instanceof RequestError) {
    const problem = h('p', { class: 'form-problem', role: 'alert' }, problemText(first))
    return { title, content: [head, licenseFilter({ query, plans, go, queryError: first }), problem] }
  }
  if (first.rows.length === 0 && query.size === 0) return { title, content: [head, noLicense(mayCreate)] }
  return {
    title,
    content: [
      head,
      licenseFilter({ query, plans, go, queryError: undefined }),
      !mayCreate && requiresRole('Creating a license', 'admin'),
      first.rows.length === 0 ? noMatch(search) : pagedTable({ columns: COLUMNS, first, load, row }),
    ],
  }
}

/** @param {boolean} mayCreate */
const noLicense = (mayCreate) =>
  emptyState(
    'No licenses yet',
    'A license has a key and a plan. A customer’s sites exchange the key for tokens. The plan limits their usage.',
    mayCreate
      ? h('a', { class: 'button primary', href: '#/licenses/new' }, 'Create the first license')
      : requiresRole('Creating a license', 'admin'),
  )

/** @param {string | null} search */
const noMatch = (search) =>
  emptyState(
    search ? `No license matches “${search}”` : 'No license matches the filters',
    search
      ? 'The search finds parts of a name or site, the last four characters of a key, and a whole ID.'
      : 'A license must match all filters. Remove a filter or show all licenses.',
    h('a', { class: 'button', href: '#/licenses' }, 'Show all'),
  )

/** @param {LicenseInList} license */
const row = ({ id, name, plan, mode, status, expiresAt, usage }) =>
  h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/licenses/${id}` }, name ?? 'Unnamed'),
      h('code', { class: 'quiet id' }, id),
    ),
    h('td', { 'data-label': 'Plan' }, plan),
    h(
      'td',
      { 'data-label': 'Status' },
      h('span', { class: 'pills' }, statusPill(status), mode === 'test' && pill('test', 'plain')),
    ),
    h('td', { 'data-label': 'Used this month' }, usageMeter('Scans', usage.scans)),
    h('td', { class: 'date', 'data-label': 'Expires' }, expiresAt === null ? 'never' : day(expiresAt)),
  )
