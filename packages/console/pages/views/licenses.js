// All licenses, newest first, with a search over what customers tell of theirs.

/** @import { LicenseInList } from '../../../service/src/http/admin/schemas.ts' */

import { may, takesRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { pagedTable } from '../parts/paged-table.js'
import { emptyState } from '../parts/problem.js'
import { pill, statusPill } from '../parts/status.js'
import { usageMeter } from '../parts/usage.js'

const PAGE = 50
const COLUMNS = ['License', 'Plan', 'Status', 'Used this month', 'Expires']
const KEY = /^ck_(?:live|test)_\w+$/

/** @type {import('../app/routes.js').View} */
export const licenses = async (visit) => {
  const { api, query, go } = visit
  const search = query.get('search') ?? ''
  /**
   * @param {string | null} cursor
   * @returns {Promise<{ rows: LicenseInList[], nextCursor: string | null }>}
   */
  const load = async (cursor) => {
    const about = new URLSearchParams({ limit: String(PAGE), ...(search && { search }), ...(cursor && { cursor }) })
    const { licenses: rows, nextCursor } = await api.get(`/licenses?${about}`)
    return { rows, nextCursor }
  }
  const first = await load(null)
  const mayMake = may(visit, 'admin')
  const head = pageHead(
    'Licenses',
    mayMake && h('a', { class: 'button primary', href: '#/licenses/new' }, 'New license'),
  )
  const isNew = first.rows.length === 0 && search === ''
  return {
    title: search ? `Licenses with “${search}”` : 'Licenses',
    content: isNew
      ? [head, noLicense(mayMake)]
      : [
          head,
          searchForm(search, go),
          !mayMake && takesRole('Making a license', 'admin'),
          results(first, search, load),
        ],
  }
}

/** @param {boolean} mayMake */
const noLicense = (mayMake) =>
  emptyState(
    'No license yet',
    'A license has a key, which a customer’s sites exchange for tokens, and a plan, which limits what they may use.',
    mayMake
      ? h('a', { class: 'button primary', href: '#/licenses/new' }, 'Make the first one')
      : takesRole('Making one', 'admin'),
  )

/**
 * @param {string} search
 * @param {(hash: string) => void} go
 */
const searchForm = (search, go) => {
  const input = h('input', {
    type: 'search',
    id: 'search',
    value: search,
    maxlength: 200,
    placeholder: 'Name, site, end of a key, or id',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const find = (/** @type {Event} */ event) => {
    event.preventDefault()
    const text = input.value.trim()
    // A whole key stays on this page: its end is enough to find it.
    const asked = KEY.test(text) ? text.slice(-4) : text
    go(asked === '' ? '#/licenses' : `#/licenses?${new URLSearchParams({ search: asked })}`)
  }
  return h(
    'form',
    { class: 'search', role: 'search', onsubmit: find },
    h('label', { for: 'search', class: 'unseen' }, 'Search licenses'),
    input,
    h('button', { type: 'submit' }, 'Search'),
    search !== '' && h('a', { href: '#/licenses' }, 'Show all'),
  )
}

/**
 * @param {{ rows: LicenseInList[], nextCursor: string | null }} first
 * @param {string} search
 * @param {(cursor: string | null) => Promise<{ rows: LicenseInList[], nextCursor: string | null }>} load
 */
const results = (first, search, load) => {
  if (first.rows.length === 0) {
    return emptyState(
      `Nothing has “${search}” in it`,
      'The search looks at a part of the name or of a site, at the last four characters of a key, and at the whole id.',
      h('a', { class: 'button', href: '#/licenses' }, 'Show all'),
    )
  }
  return pagedTable({ columns: COLUMNS, first, load, row })
}

/** @param {LicenseInList} license */
const row = ({ id, name, plan, mode, status, expiresAt, usage }) =>
  h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/licenses/${id}` }, name ?? 'Without a name'),
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
