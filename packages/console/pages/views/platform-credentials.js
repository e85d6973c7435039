// The credentials of a platform, and what can be done with each.

/** @import { OperatorCredential, OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { may, takesRole } from '../app/roles.js'
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
 * @property {string} name as the API calls it
 * @property {string} label
 * @property {string} done
 * @property {readonly OperatorCredential['state'][]} from
 * @property {string} [question] asked first, where scans may be refused from then on
 */

/** @type {readonly Command[]} */
const COMMANDS = [
  {
    name: 'retry',
    label: 'Try again now',
    done: 'The next scan tries it.',
    from: ['refused', 'expired'],
  },
  {
    name: 'pause',
    label: 'Pause',
    done: 'Nothing is signed with it until you resume it.',
    from: ['working', 'limited', 'refused', 'expired'],
    question: 'Scans go on with the other credentials, with a poorer source, or not at all.',
  },
  { name: 'resume', label: 'Resume', done: 'It is used again.', from: ['paused'] },
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
    !may(visit, 'admin') && takesRole('Pausing or resuming one', 'admin'),
  )

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {string} platform
 * @param {OperatorCredential} credential
 */
const item = (visit, platform, credential) => {
  const { hint, kind, host, state, endsSoon, endsAt } = credential
  const commands = may(visit, 'admin') ? COMMANDS.filter(({ from }) => from.includes(state)) : []
  return h(
    'li',
    {},
    h(
      'span',
      {},
      h('code', {}, `…${hint}`),
      ` ${host ?? kind} `,
      pill(state, TONES[state]),
      endsSoon && endsAt !== null && pill(`ends ${fromNow(endsAt)}`, 'warn'),
      ...whatIsKnown(credential).map((text) => h('span', { class: 'quiet line' }, text)),
    ),
    h('span', { class: 'actions' }, ...commands.map((command) => button(visit, platform, credential, command))),
  )
}

/** @param {OperatorCredential} credential */
const whatIsKnown = ({ state, since, until, error, errorAt, renewedAt, endsAt }) => {
  const isAhead = until !== null && Date.parse(until) > Date.now()
  const ends = endsAt === null ? '' : `, ends ${day(endsAt)}`
  return [
    state !== 'working' && `Since ${dayAndTime(since)}.`,
    isAhead && (state === 'limited' ? `Resets ${fromNow(until)}.` : `It is tried again ${fromNow(until)}.`),
    error !== null && errorAt !== null && `Last refused ${fromNow(errorAt)}: ${error.replaceAll('_', ' ')}.`,
    renewedAt !== null ? `Renewed ${fromNow(renewedAt)}${ends}.` : endsAt !== null && `Ends ${day(endsAt)}.`,
  ].filter((text) => text !== false)
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {string} platform
 * @param {OperatorCredential} credential
 * @param {Command} command
 */
const button = ({ api, reload }, platform, { id, hint }, { name, label, question, done }) => {
  const give = async () => {
    if (question !== undefined) {
      const isSure = await confirmed({
        title: `${label} the credential …${hint}?`,
        text: question,
        action: `${label} it`,
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
  return h('button', { type: 'button', onclick: give, 'aria-label': `${label}: …${hint}` }, label)
}
