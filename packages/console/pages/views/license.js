// One license: its status, usage, sites and keys, and the actions on it.

/** @import { MonthOfUse, Plan, WholeLicense } from '../../../service/src/http/admin/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { copyableId } from '../parts/copy-id.js'
import { h } from '../parts/element.js'
import { day, dayAndTime, fromNow } from '../parts/format.js'
import { facts, section } from '../parts/section.js'
import { pill, statusPill } from '../parts/status.js'
import { usageChart, usageMeter } from '../parts/usage.js'
import { changeButton } from './change-license.js'
import { connectionsOfLicense } from './license-connections.js'
import { keysSection } from './license-keys.js'
import { licenseRequests } from './license-requests.js'
import { sitesSection } from './license-sites.js'
import { stateSection } from './license-state.js'
import { usageOfLicense, usageSection } from './usage-section.js'

/** @type {import('../app/routes.js').View} */
export const license = async (visit) => {
  const { api, id } = visit
  /** @type {[WholeLicense, { months: MonthOfUse[] }, { plans: Plan[] }, Element | undefined]} */
  const [shown, { months }, { plans }, connected] = await Promise.all([
    api.get(`/licenses/${id}`),
    api.get(`/licenses/${id}/usage`),
    api.get('/plans'),
    connectionsOfLicense(visit, id),
  ])
  const title = shown.name ?? 'Unnamed'
  const { usage } = shown
  const mayChange = may(visit, 'admin')
  return {
    title,
    content: [
      h(
        'div',
        { class: 'page-head' },
        h('h1', {}, title, ' ', statusPill(shown.status), ' ', shown.mode === 'test' && pill('test', 'plain')),
        h(
          'div',
          { class: 'actions' },
          may(visit, 'support') &&
            h('a', { class: 'button', href: `#/playground?license=${id}` }, 'Open in playground'),
          mayChange && shown.status !== 'revoked' && changeButton(visit, shown, plans),
          h('a', { class: 'button', href: `#/audit?${new URLSearchParams({ subject: id })}` }, 'Audit trail'),
        ),
      ),
      h(
        'div',
        { class: 'columns' },
        section('License', facts(about(shown)), !mayChange && requiresRole('Editing the license', 'admin')),
        section(
          'Used this month',
          usageMeter('Scans', usage.scans),
          usageMeter('Validations', usage.validations),
          h(
            'p',
            { class: 'quiet' },
            `Usage resets on ${day(usage.until)}. The limit is ${usage.burst.limit} requests per minute.`,
          ),
        ),
      ),
      section('Last 12 months', usageChart(months)),
      usageSection(api, 'Usage details', usageOfLicense(id)),
      licenseRequests(visit),
      h('div', { class: 'columns' }, sitesSection(visit, shown), keysSection(visit, shown)),
      connected,
      stateSection(visit, shown),
    ],
  }
}

/**
 * @param {WholeLicense} license
 * @returns {readonly (readonly [string, import('../parts/element.js').Child])[]}
 */
const about = ({ id, plan, mode, expiresAt, createdAt }) => [
  ['ID', copyableId(id, 'license ID')],
  ['Plan', plan],
  ['Mode', mode === 'test' ? 'test: sandbox only' : 'live'],
  ['Expires', expiresAt === null ? 'never' : `${dayAndTime(expiresAt)} (${fromNow(expiresAt)})`],
  ['Created', dayAndTime(createdAt)],
]
