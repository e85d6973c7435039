// The remaining budgets of a platform, and the outcomes of its calls in the last hour.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { h } from '../parts/element.js'
import { formatCount, fromNow } from '../parts/format.js'
import { facts } from '../parts/section.js'
import { usageMeter } from '../parts/usage.js'

/** @param {OperatorPlatform} platform */
export const budgetMeters = ({ budgets, credentials }) =>
  budgets.length > 0 &&
  h(
    'div',
    { class: 'stack' },
    ...budgets.map(({ source, bucket, who, left, limit, resetsAt }) => {
      const hint = credentials.find(({ id }) => id === who)?.hint
      const label = `${bucket === '' ? 'calls' : bucket} (${source}, ${hint === undefined ? who : `…${hint}`})`
      const resets = h('span', { class: 'quiet line' }, `Resets ${fromNow(resetsAt)}.`)
      if (limit === null) return h('div', {}, `Remaining ${label}: ${formatCount(left)}`, resets)
      return h('div', {}, usageMeter(`Used ${label}`, { used: Math.max(0, limit - left), limit }), resets)
    }),
  )

/** @param {OperatorPlatform} platform */
export const recentCalls = ({ calls, lastGoodAt, lastFailedAt }) => {
  if (calls.length === 0 && lastGoodAt === null && lastFailedAt === null) return false
  return h(
    'details',
    {},
    h('summary', {}, 'Calls in the last hour'),
    facts([
      ...calls.map(({ outcome, count }) => /** @type {const} */ ([outcome.replaceAll('_', ' '), formatCount(count)])),
      ['last successful scan', lastGoodAt === null ? 'none' : fromNow(lastGoodAt)],
      ['last failed scan', lastFailedAt === null ? 'none' : fromNow(lastFailedAt)],
    ]),
  )
}
