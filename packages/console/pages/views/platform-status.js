// The status of a platform in a word, with its color and what it means.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

/** @typedef {{ word: string, tone: 'good' | 'warn' | 'bad' | 'plain', text: string, isUrgent?: boolean }} Status */
/** @typedef {OperatorPlatform['state'] | 'untested'} Kind */

/**
 * `isUrgent`: something that worked before needs attention now.
 * @type {Readonly<Record<Kind, Status>>}
 */
export const STATUSES = {
  failing: {
    word: 'failing',
    tone: 'bad',
    text: 'The last scans failed, or every credential is refused or paused.',
    isUrgent: true,
  },
  limited: {
    word: 'limited',
    tone: 'warn',
    text: 'The request budget is used up. Scans return only cached posts.',
    isUrgent: true,
  },
  fallback: {
    word: 'fallback',
    tone: 'warn',
    text: 'Posts come from a fallback source and may contain fewer details.',
  },
  untested: { word: 'not tested yet', tone: 'plain', text: 'Its credential is set, but no call has used it yet.' },
  not_configured: { word: 'not set up', tone: 'plain', text: 'Scans are not possible yet.' },
  ready: { word: 'ready', tone: 'good', text: '' },
}

/**
 * A platform is assumed to be ready once its credentials are set: until one of them was used, it is only untested.
 * @param {Pick<OperatorPlatform, 'state' | 'credentials' | 'lastGoodAt'>} platform
 * @returns {Kind}
 */
export const statusOf = ({ state, credentials, lastGoodAt }) => {
  const isAssumed = credentials.length > 0 && credentials.every(({ tested }) => !tested) && lastGoodAt === null
  return state === 'ready' && isAssumed ? 'untested' : state
}

/** @param {Parameters<typeof statusOf>[0]} platform */
export const platformStatus = (platform) => STATUSES[statusOf(platform)]
