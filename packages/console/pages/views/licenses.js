// The list of licenses, with a search, filters and an order that are in the page's URL.

/** @import { LicenseInList, Plan } from '../../../service/src/http/admin/schemas.ts' */

import { RequestError } from '../app/api.js'
import { may, requiresRole } from '../app/roles.js'
import { copyableId } from '../parts/copy-id.js'
import { dataTable } from '../parts/data-table.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { asQueryError, emptyState, problemText } from '../parts/problem.js'
import { pill, statusPill } from '../parts/status.js'
import { usageMeter } from '../parts/usage.js'
import { licenseFilter } from './license-filter.js'

const PAGE = 50

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
      first.rows.length === 0
        ? noMatch(search)
        : dataTable({ id: 'licenses', columns: columnsOf(query), first, load, noun: 'license' }).element,
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

/**
 * @param {URLSearchParams} query
 * @returns {readonly import('../parts/data-table.js').Column<LicenseInList>[]}
 */
const columnsOf = (query) => [
  {
    id: 'license',
    label: 'License',
    cell: ({ id, name }) => [h('a', { href: `#/licenses/${id}` }, name ?? 'Unnamed'), copyableId(id, 'license ID')],
    sort: sortBy(query, 'name', 'ascending'),
  },
  { id: 'plan', label: 'Plan', cell: ({ plan }) => plan },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status, mode }) =>
      h('span', { class: 'pills' }, statusPill(status), mode === 'test' && pill('test', 'plain')),
  },
  { id: 'used', label: 'Used this month', cell: ({ usage }) => usageMeter('Scans', usage.scans) },
  {
    id: 'validations',
    label: 'Validations this month',
    cell: ({ usage }) => usageMeter('Validations', usage.validations),
    isExtra: true,
  },
  {
    id: 'expires',
    label: 'Expires',
    class: 'date',
    cell: ({ expiresAt }) => (expiresAt === null ? 'never' : day(expiresAt)),
    sort: sortBy(query, 'expiresAt', 'ascending'),
  },
  {
    id: 'created',
    label: 'Created',
    class: 'date',
    cell: ({ createdAt }) => day(createdAt),
    sort: query.has('order')
      ? sortBy(query, 'newest', 'descending')
      : sortBy(query, 'oldest', 'ascending', 'descending'),
    isExtra: true,
  },
]

/**
 * The URL of the list sorted by a column, and the order if it is sorted by it now.
 * @param {URLSearchParams} query
 * @param {string} order of the API
 * @param {'ascending' | 'descending'} direction
 * @param {'ascending' | 'descending'} [now] the order that the list has now
 */
const sortBy = (query, order, direction, now = query.get('order') === order ? direction : undefined) => {
  const sorted = new URLSearchParams(query)
  if (order === 'newest') sorted.delete('order')
  else sorted.set('order', order)
  return { href: `#/licenses?${sorted}`, order: now }
}
