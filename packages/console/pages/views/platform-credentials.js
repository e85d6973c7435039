// The credentials of a platform and the actions on each.

/** @import { OperatorCredential, OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { may, requiresRole } from '../app/roles.js'
import { confirmed } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { day, dayAndTime, fromNow } from '../parts/format.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { pill } from '../parts/status.js'

/** @type {Readonly<Record<OperatorCredential['state'], 'good' | 'warn' | 'bad' | 'plain'>>} */
const TONES = { working: 'good', limited: 'warn', expired: 'bad', refused: 'bad', paused: 'plain' }

/**
 * @typedef {object} Command
 * @property {string} name of the endpoint in the API
 * @property {string} label
 * @property {string} done
 * @property {readonly OperatorCredential['state'][]} from
 * @property {string} [warning] shown for confirmation if the command can make scans fail
 */

/** @type {readonly Command[]} */
const COMMANDS = [
  {
    name: 'retry',
    label: 'Retry now',
    done: 'The next scan uses this credential.',
    from: ['refused', 'expired'],
  },
  {
    name: 'pause',
    label: 'Pause',
    done: 'The credential is not used until you resume it.',
    from: ['working', 'limited', 'refused', 'expired'],
    warning: 'Scans use the other credentials or a fallback source. If there are none, scans fail.',
  },
  { name: 'resume', label: 'Resume', done: 'The credential is in use again.', from: ['paused'] },
]

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {OperatorPlatform} platform
 */
export const credentialList = (visit, { id, credentials }) =>
  credentials.length > 0 &&
  h(
    'div',
    {},
    h('ul', { class: 'list', 'aria-label': 'Credentials' }, ...credentials.map((each) => item(visit, id, each))),
    !may(visit, 'admin') && requiresRole('Pausing or resuming a credential', 'admin'),
  )

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {string} platform
 * @param {OperatorCredential} credential
 */
const item = (visit, platform, credential) => {
  const { hint, kind, host, state, tested, endsSoon, endsAt } = credential
  const commands = may(visit, 'admin') ? COMMANDS.filter(({ from }) => from.includes(state)) : []
  return h(
    'li',
    {},
    h(
      'span',
      {},
      h('code', {}, `…${hint}`),
      ` ${host ?? kind} `,
      tested ? pill(state, TONES[state]) : pill('not tested yet', 'plain'),
      endsSoon && endsAt !== null && pill(`expires ${fromNow(endsAt)}`, 'warn'),
      ...historyOf(credential).map((text) => h('span', { class: 'quiet line' }, text)),
    ),
    h('span', { class: 'actions' }, ...commands.map((command) => button(visit, platform, credential, command))),
  )
}

/** @param {OperatorCredential} credential */
const historyOf = ({ state, since, until, error, errorAt, renewedAt, endsAt }) => {
  const isAhead = until !== null && Date.parse(until) > Date.now()
  const ends = endsAt === null ? '' : `, expires ${day(endsAt)}`
  return [
    state !== 'working' && `Since ${dayAndTime(since)}.`,
    isAhead && (state === 'limited' ? `Resets ${fromNow(until)}.` : `Next attempt ${fromNow(until)}.`),
    error !== null && errorAt !== null && `Last error ${fromNow(errorAt)}: ${error.replaceAll('_', ' ')}.`,
    renewedAt !== null ? `Renewed ${fromNow(renewedAt)}${ends}.` : endsAt !== null && `Expires ${day(endsAt)}.`,
  ].filter((text) => text !== false)
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {string} platform
 * @param {OperatorCredential} credential
 * @param {Command} command
 */
const button = ({ api, reload }, platform, { id, hint }, { name, label, warning, done }) => {
  const run = async () => {
    if (warning !== undefined) {
      const isSure = await confirmed({
        title: `${label} credential …${hint}?`,
        text: warning,
        action: `${label} credential`,
      })
      if (!isSure) return
    }
    try {
      await api.post(`/platforms/${platform}/credentials/${id}/${name}`)
      notify(done)
    } catch (error) {
      notify(problemText(error))
    }
    reload()
  }
  return h('button', { type: 'button', onclick: run, 'aria-label': `${label}: …${hint}` }, label)
}
