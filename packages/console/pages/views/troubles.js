// Issues that need attention: what fails now or soon will, since when, and what to do.

/** @import { Health } from '../../../service/src/http/admin/health/show-health.ts' */
/** @import { Trouble } from '../../../service/src/http/admin/health/troubles.ts' */

import { h } from '../parts/element.js'
import { dayAndTime, fromNow, plural } from '../parts/format.js'
import { section } from '../parts/section.js'
import { pill } from '../parts/status.js'

/** @type {Readonly<Record<Trouble['severity'], { word: string, tone: 'bad' | 'warn' }>>} */
const SEVERITIES = { failing: { word: 'failing', tone: 'bad' }, warning: { word: 'warning', tone: 'warn' } }

/** @param {Health} health */
export const troubleSection = ({ troubles, checkedAt }) => {
  const asOf = h('p', { class: 'quiet' }, `As of ${dayAndTime(checkedAt)}.`)
  if (troubles.length === 0) return section('No issues found', asOf)
  return section(titleOf(troubles), asOf, h('ul', { class: 'list' }, ...troubles.map(item)))
}

/** @param {readonly Trouble[]} troubles */
const titleOf = (troubles) => {
  const failing = troubles.filter(({ severity }) => severity === 'failing').length
  const others = troubles.length - failing
  const fails = `${plural(failing, 'issue')} failing now`
  if (others === 0) return fails
  const needs = others === 1 ? 'needs' : 'need'
  return failing === 0 ? `${plural(others, 'issue')} ${needs} attention` : `${fails}, ${others} more ${needs} attention`
}

/** @param {Trouble} trouble */
const item = ({ code, severity, platform, webhook, waiting, title, advice, since, until }) => {
  const { word, tone } = SEVERITIES[severity]
  return h(
    'li',
    { class: 'trouble' },
    h(
      'span',
      {},
      pill(word, tone),
      h('strong', { class: 'breakable' }, ` ${title}`),
      (since !== null || until !== null) && h('span', { class: 'quiet line' }, whenOf({ code, since, until })),
      waiting !== null && waiting > 0 && h('span', { class: 'quiet line' }, `${plural(waiting, 'event')} waiting.`),
      h('span', { class: 'line' }, advice),
    ),
    webhook !== null && h('a', { class: 'button', href: `#/webhooks/${webhook}` }, 'Open webhook'),
    platform !== null && h('a', { class: 'button', href: `#/platforms/${platform}` }, `Open ${platform}`),
  )
}

/** @param {Pick<Trouble, 'code' | 'since' | 'until'>} trouble */
const whenOf = ({ code, since, until }) => {
  const word = code === 'credential.ending' ? 'Expires' : 'May recover'
  return [
    since !== null && `Since ${dayAndTime(since)} (${fromNow(since)}).`,
    until !== null && Date.parse(until) > Date.now() && `${word} ${fromNow(until)}, ${dayAndTime(until)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
