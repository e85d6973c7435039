// Routes of the console. They are in the URL's fragment, so one document serves all pages.

import { audit } from '../views/audit.js'
import { connections } from '../views/connections.js'
import { images } from '../views/images.js'
import { license } from '../views/license.js'
import { licenses } from '../views/licenses.js'
import { newLicense } from '../views/new-license.js'
import { notFound } from '../views/not-found.js'
import { operators } from '../views/operators.js'
import { overview } from '../views/overview.js'
import { plans } from '../views/plans.js'
import { platform } from '../views/platform.js'
import { platforms } from '../views/platforms.js'
import { playground } from '../views/playground.js'
import { requests } from '../views/requests.js'
import { signingKeys } from '../views/signing-keys.js'
import { webhook } from '../views/webhook.js'
import { webhooks } from '../views/webhooks.js'

/**
 * @typedef {object} Visit
 * @property {import('./api.js').Api} api
 * @property {import('./roles.js').Me} me the operator who is signed in
 * @property {string} id the resource id in the URL, or an empty string
 * @property {URLSearchParams} query
 * @property {() => void} reload renders the page again
 * @property {(hash: string) => void} go
 */
/** @typedef {{ title: string, content: readonly (Node | false | undefined)[] }} Page */
/** @typedef {(visit: Visit) => Promise<Page>} View */

/** @type {readonly { pattern: RegExp, view: View, section: string }[]} */
export const ROUTES = [
  { pattern: /^#\/overview$/, view: overview, section: 'overview' },
  { pattern: /^#\/requests$/, view: requests, section: 'requests' },
  { pattern: /^#\/licenses$/, view: licenses, section: 'licenses' },
  { pattern: /^#\/licenses\/new$/, view: newLicense, section: 'licenses' },
  { pattern: /^#\/licenses\/(?<id>[\w-]+)$/, view: license, section: 'licenses' },
  { pattern: /^#\/playground$/, view: playground, section: 'playground' },
  { pattern: /^#\/plans$/, view: plans, section: 'plans' },
  { pattern: /^#\/platforms$/, view: platforms, section: 'platforms' },
  { pattern: /^#\/platforms\/(?<id>[\w-]+)$/, view: platform, section: 'platforms' },
  { pattern: /^#\/connections$/, view: connections, section: 'connections' },
  { pattern: /^#\/images$/, view: images, section: 'images' },
  { pattern: /^#\/webhooks$/, view: webhooks, section: 'webhooks' },
  { pattern: /^#\/webhooks\/(?<id>\w+)$/, view: webhook, section: 'webhooks' },
  { pattern: /^#\/audit$/, view: audit, section: 'audit' },
  { pattern: /^#\/operators$/, view: operators, section: 'operators' },
  { pattern: /^#\/signing-keys$/, view: signingKeys, section: 'signing-keys' },
]

export const HOME = '#/overview'

/** What the URL of the console itself shows. */
export const IS_HOME = /^#?\/?$/

/** For every other URL. */
export const NOT_FOUND = { pattern: /^/, view: notFound, section: '' }
