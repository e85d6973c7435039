/** @import { WholeLicense } from '../../../service/src/http/admin/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { day, formatCount } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { section } from '../parts/section.js'

/**
 * The sites that count toward the plan's limit. Each can be released.
 * @param {import('../app/routes.js').Visit} visit
 * @param {WholeLicense} license
 */
export const sitesSection = (visit, license) => {
  const { sites, siteLimit } = license
  const count = siteLimit === null ? 'unlimited' : `${formatCount(sites.length)} of ${formatCount(siteLimit)}`
  return section(
    `Sites (${count})`,
    sites.length === 0
      ? h(
          'p',
          { class: 'quiet' },
          'No sites yet. A site is added when it first uses the license. Local and staging sites never count.',
        )
      : h('ul', { class: 'list' }, ...sites.map((site) => item(visit, license.id, site))),
    sites.length > 0 && !may(visit, 'support') && requiresRole('Releasing a site', 'support'),
  )
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {string} id
 * @param {WholeLicense['sites'][number]} site
 */
const item = (visit, id, { site, firstSeenAt }) => {
  const { api, reload } = visit
  const release = async () => {
    const isSure = await confirmed({
      title: `Release ${site}?`,
      text: 'This frees a slot for another site. If the released site uses the license again, it counts again.',
      action: 'Release site',
    })
    if (!isSure) return
    try {
      await api.delete(`/licenses/${id}/sites?${new URLSearchParams({ siteId: site })}`)
      notify(`${site} is released.`)
      reload()
    } catch (error) {
      notify(problemText(error))
    }
  }
  return h(
    'li',
    {},
    h(
      'span',
      {},
      h('span', { class: 'breakable' }, site),
      ' ',
      h('span', { class: 'quiet' }, `since ${day(firstSeenAt)}`),
    ),
    may(visit, 'support') &&
      h('button', { type: 'button', 'aria-label': `Release ${site}`, onclick: release }, 'Release'),
  )
}
