// One license: how it stands, what it used, its sites and keys, and what can be done with it.

/** @import { MonthOfUse, Plan, WholeLicense } from '../../../service/src/http/admin/schemas.ts' */

import { may, takesRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { day, dayAndTime, fromNow } from '../parts/format.js'
import { facts, section } from '../parts/section.js'
import { pill, statusPill } from '../parts/status.js'
import { usageChart, usageMeter } from '../parts/usage.js'
import { changeButton } from './change-license.js'
import { keysSection } from './license-keys.js'
import { sitesSection } from './license-sites.js'
import { stateSection } from './license-state.js'
import { ofLicense, usageSection } from './usage-section.js'

/** @type {import('../app/routes.js').View} */
export const license = async (visit) => {
  const { api, id } = visit
  /** @type {[WholeLicense, { months: MonthOfUse[] }, { plans: Plan[] }]} */
  const [shown, { months }, { plans }] = await Promise.all([
    api.get(`/licenses/${id}`),
    api.get(`/licenses/${id}/usage`),
    api.get('/plans'),
  ])
  const title = shown.name ?? 'Without a name'
  const { usage } = shown
  const mayChange = may(visit, 'admin')
  return {
    title,
    content: [
      h('p', { class: 'crumb' }, h('a', { href: '#/licenses' }, '← All licenses')),
      h(
        'div',
        { class: 'page-head' },
        h('h1', {}, title, ' ', statusPill(shown.status), ' ', shown.mode === 'test' && pill('test', 'plain')),
        h(
          'div',
          { class: 'actions' },
          may(visit, 'support') && h('a', { class: 'button', href: `#/playground?license=${id}` }, 'Try it'),
          mayChange && shown.status !== 'revoked' && changeButton(visit, shown, plans),
          h('a', { class: 'button', href: `#/audit?${new URLSearchParams({ subject: id })}` }, 'Audit trail'),
        ),
      ),
      h(
        'div',
        { class: 'columns' },
        section('License', facts(about(shown)), !mayChange && takesRole('Changing it', 'admin')),
        section(
          'Used this month',
          usageMeter('Scans', usage.scans),
          usageMeter('Validations', usage.validations),
          h(
            'p',
            { class: 'quiet' },
            `Counts begin anew on ${day(usage.until)}. At most ${usage.burst.limit} requests a minute.`,
          ),
        ),
      ),
      section('The last twelve months', usageChart(months)),
      usageSection(api, 'What for', ofLicense(id)),
      h('div', { class: 'columns' }, sitesSection(visit, shown), keysSection(visit, shown)),
      stateSection(visit, shown),
    ],
  }
}

/**
 * @param {WholeLicense} license
 * @returns {readonly (readonly [string, import('../parts/element.js').Child])[]}
 */
const about = ({ id, plan, mode, expiresAt, createdAt }) => [
  ['Id', h('code', {}, id)],
  ['Plan', plan],
  ['Mode', mode === 'test' ? 'test: only the sandbox' : 'live'],
  ['Expires', expiresAt === null ? 'never' : `${dayAndTime(expiresAt)} (${fromNow(expiresAt)})`],
  ['Made', dayAndTime(createdAt)],
]
