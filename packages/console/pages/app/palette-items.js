// What the command palette finds: pages, actions, platforms, licenses, and requests.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */
/** @import { LicenseInList } from '../../../service/src/http/admin/schemas.ts' */

import { isSurelyKey, keyEndIn } from '../parts/pasted-key.js'
import { platformStatus } from '../views/platform-status.js'
import { GROUPS } from './navigation.js'
import { may } from './roles.js'

/**
 * @typedef {object} Item
 * @property {string} group
 * @property {string} label
 * @property {string} [note]
 * @property {string} icon
 * @property {string} href
 */

/** @type {readonly (Item & { words: string, role: import('./roles.js').Role })[]} */
const ACTIONS = [
  { label: 'Create a license', href: '#/licenses/new', icon: 'plus', words: 'new key customer', role: 'admin' },
  {
    label: 'Show failed requests',
    href: '#/requests?status=error',
    icon: 'requests',
    words: 'errors log',
    role: 'read',
  },
  {
    label: 'Show licenses near their quota',
    href: '#/licenses?usedOver=80',
    icon: 'licenses',
    words: 'usage limit',
    role: 'read',
  },
  {
    label: 'Show suspended licenses',
    href: '#/licenses?status=suspended',
    icon: 'licenses',
    words: 'blocked',
    role: 'read',
  },
  { label: 'Try a request', href: '#/playground', icon: 'playground', words: 'test scan sandbox', role: 'support' },
  { label: 'Change the limits of a plan', href: '#/plans', icon: 'plans', words: 'edit quota sites', role: 'admin' },
  {
    label: 'Set up a platform',
    href: '#/platforms',
    icon: 'platforms',
    words: 'credential token api key settings',
    role: 'read',
  },
  { label: 'Add a webhook', href: '#/webhooks', icon: 'webhooks', words: 'new events notify', role: 'admin' },
  { label: 'Add an operator', href: '#/operators', icon: 'operators', words: 'new user account role', role: 'admin' },
  {
    label: 'Rotate the signing key',
    href: '#/signing-keys',
    icon: 'signing-keys',
    words: 'tokens jwks',
    role: 'admin',
  },
  {
    label: 'Look up a setting',
    href: '../docs/reference/settings',
    icon: 'book',
    words: 'configuration environment',
    role: 'read',
  },
  {
    label: 'Open the documentation',
    href: '../docs',
    icon: 'book',
    words: 'docs guides help manual reference',
    role: 'read',
  },
  {
    label: 'Look up an error code',
    href: '../docs/reference/errors',
    icon: 'book',
    words: 'documentation',
    role: 'read',
  },
].map((each) => ({ group: 'Actions', ...each, role: /** @type {import('./roles.js').Role} */ (each.role) }))

/** @type {readonly Item[]} */
const PAGES = GROUPS.flatMap(({ label: group, entries }) =>
  entries.map(({ section, label }) => ({ group: 'Pages', label, note: group, icon: section, href: `#/${section}` })),
)

/**
 * Pages and actions whose words begin with the words of the text.
 * @param {string} text
 * @param {{ readonly me: import('./roles.js').Me }} visit
 * @returns {readonly Item[]}
 */
export const findPages = (text, visit) => {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (/** @type {string} */ words) => {
    const own = words.toLowerCase().split(/\s+/)
    return wanted.every((want) => own.some((word) => word.startsWith(want)))
  }
  return [
    ...PAGES.filter(({ label, note }) => matches(`${label} ${note ?? ''}`)),
    ...ACTIONS.filter(({ label, words, role }) => may(visit, role) && matches(`${label} ${words}`)),
  ]
}

/**
 * Platforms by name or id.
 * @param {import('./api.js').Api} api
 * @param {string} text
 * @returns {Promise<readonly Item[]>}
 */
export const findPlatforms = async (api, text) => {
  const wanted = text.toLowerCase()
  /** @type {{ platforms: OperatorPlatform[] }} */
  const { platforms } = await api.get('/platforms')
  return platforms
    .filter(({ id, name }) => id.startsWith(wanted) || name.toLowerCase().includes(wanted))
    .slice(0, FOUND)
    .map((platform) => ({
      group: 'Platforms',
      label: platform.name,
      note: platformStatus(platform).word,
      icon: 'platforms',
      href: `#/platforms/${platform.id}`,
    }))
}

const FOUND = 6
/** A handle, a site or an id, without spaces. */
const ONE_WORD = /^\S{3,200}$/
const SITE = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u

/**
 * Licenses by name, site, ID or the last characters of their key, and searches in the request log. A license key does not leave
 * the page.
 * @param {import('./api.js').Api} api
 * @param {string} text
 * @returns {Promise<readonly Item[]>}
 */
export const findRecords = async (api, text) => {
  const search = keyEndIn(text) ?? text
  const query = new URLSearchParams({ search })
  /** @type {{ licenses: LicenseInList[], nextCursor: string | null }} */
  const { licenses, nextCursor } = await api.get(`/licenses?${query}&limit=${FOUND}`)
  const found = licenses.map(({ id, name, plan, status }) => ({
    group: 'Licenses',
    label: name ?? 'Unnamed',
    note: `${plan}, ${status}`,
    icon: 'licenses',
    href: `#/licenses/${id}`,
  }))
  const more = {
    group: 'Licenses',
    label: `All licenses with “${search}”`,
    icon: 'search',
    href: `#/licenses?${query}`,
  }
  return [...found, ...(nextCursor === null ? [] : [more]), ...(isSurelyKey(text) ? [] : searches(text))]
}

/** @param {string} text @returns {readonly Item[]} */
const searches = (text) => {
  if (!ONE_WORD.test(text)) return []
  const item = (/** @type {string} */ label, /** @type {string} */ path, /** @type {string} */ name) => ({
    group: 'Search',
    label: `${label} “${text}”`,
    icon: 'search',
    href: `#/${path}?${new URLSearchParams({ [name]: text })}`,
  })
  return [
    ...(SITE.test(text)
      ? [item('Licenses used by site', 'licenses', 'site'), item('Requests from site', 'requests', 'site')]
      : []),
    item('Requests for handle', 'requests', 'handle'),
    item('Request with ID', 'requests', 'requestId'),
    item('Audit trail of ID', 'audit', 'subject'),
  ]
}
