// All licenses, newest first, with a search over what customers tell of theirs.

/** @import { LicenseInList } from '../../../service/src/http/admin/schemas.ts' */

import { fill, h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState, problemText } from '../parts/problem.js'
import { pill, statusPill } from '../parts/status.js'
import { usageMeter } from '../parts/usage.js'

const PAGE = 50
const KEY = /^ck_(?:live|test)_\w+$/

/** @type {import('../app/routes.js').View} */
export const licenses = async ({ api, query, go }) => {
  const search = query.get('search') ?? ''
  /**
   * @param {string | null} cursor
   * @returns {Promise<{ licenses: LicenseInList[], nextCursor: string | null }>}
   */
  const load = (cursor) => {
    const about = new URLSearchParams({ limit: String(PAGE), ...(search && { search }), ...(cursor && { cursor }) })
    return api.get(`/licenses?${about}`)
  }
  const first = await load(null)
  const head = pageHead('Licenses', h('a', { class: 'button primary', href: '#/licenses/new' }, 'New license'))
  const isNew = first.licenses.length === 0 && search === ''
  return {
    title: search ? `Licenses with “${search}”` : 'Licenses',
    content: isNew ? [head, noLicense()] : [head, searchForm(search, go), results(first, search, load)],
  }
}

const noLicense = () =>
  emptyState(
    'No license yet',
    'A license has a key, which a customer’s sites exchange for tokens, and a plan, which limits what they may use.',
    h('a', { class: 'button primary', href: '#/licenses/new' }, 'Make the first one'),
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
 * @param {{ licenses: LicenseInList[], nextCursor: string | null }} first
 * @param {string} search
 * @param {(cursor: string | null) => Promise<{ licenses: LicenseInList[], nextCursor: string | null }>} load
 */
const results = (first, search, load) => {
  if (first.licenses.length === 0) {
    return emptyState(
      `Nothing has “${search}” in it`,
      'The search looks at a part of the name or of a site, at the last four characters of a key, and at the whole id.',
      h('a', { class: 'button', href: '#/licenses' }, 'Show all'),
    )
  }
  const body = h('tbody')
  const foot = h('div', { class: 'more' })
  const head = ['License', 'Plan', 'Status', 'Used this month', 'Expires'].map((text) =>
    h('th', { scope: 'col' }, text),
  )
  /** @param {{ licenses: LicenseInList[], nextCursor: string | null }} page */
  const add = ({ licenses: found, nextCursor }) => {
    body.append(...found.map(row))
    const button = h('button', { type: 'button', onclick: () => more() }, 'Show more')
    const more = async () => {
      button.disabled = true
      try {
        add(await load(nextCursor))
      } catch (error) {
        notify(problemText(error))
        button.disabled = false
      }
    }
    fill(foot, nextCursor !== null && button)
  }
  add(first)
  return h('div', { class: 'card' }, h('table', { class: 'rows' }, h('thead', {}, h('tr', {}, ...head)), body), foot)
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
