// Every event type for webhooks: when it is sent, and its payload. The payloads, their types and docs/webhooks.md are
// generated from this table.

import type { Static, TObject } from 'typebox'
import { Type } from '../parsing/type.ts'

const Time = (description: string) => Type.String({ format: 'date-time', description })
const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

/** The license of an event, as it was at that time. */
const EventLicense = Type.Object(
  {
    id: Type.String(),
    plan: Type.String({ description: 'The plan’s name' }),
    mode: Type.Enum(['live', 'test']),
    status: Type.Enum(['active', 'suspended', 'expired', 'revoked']),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Whose it is' }),
    expiresAt: TimeOrNull('When it ends; null for never'),
    createdAt: Time('When it was made'),
  },
  { description: 'The license as it was then' },
)

const license = { license: EventLicense }
const site = { ...license, site: Type.String({ description: 'In its canonical spelling' }) }
const credential = {
  platform: Type.String({ description: 'Its id' }),
  kind: Type.String({ description: 'What kind of credential of the platform' }),
  hint: Type.String({ description: 'The last four characters of what was set' }),
}
const quota = Type.Object({
  ...license,
  meter: Type.Enum(['scans', 'validations']),
  used: Type.Integer({ description: 'Of this month, when it was noticed' }),
  limit: Type.Integer({ description: 'The plan’s' }),
  resetsAt: Time('The first instant of the next month'),
})

type EventSpec = {
  /** When it is sent; a sentence in the documentation. */
  readonly when: string
  readonly data: TObject
}

export const EVENT_TYPES = {
  'license.created': {
    when: 'A license was made. An import sends it only with `--events`.',
    data: Type.Object(license),
  },
  'license.suspended': { when: 'A license was suspended.', data: Type.Object(license) },
  'license.resumed': { when: 'A suspended license is active again.', data: Type.Object(license) },
  'license.expired': {
    when: 'A license came to its end. Told within a minute; after a standstill of the service, what ended in the three days before. A license that had ended before it was imported is not told of.',
    data: Type.Object(license),
  },
  'license.revoked': { when: 'A license was revoked, which is final.', data: Type.Object(license) },
  'license.key_rotated': {
    when: 'A license got another key. The key itself is in no event.',
    data: Type.Object({
      ...license,
      hint: Type.String({ description: 'The last four characters of the new key' }),
      oldKeysUntil: Time('Until when the keys before it work'),
    }),
  },
  'license.site_admitted': { when: 'A new site uses a license, and counts from now on.', data: Type.Object(site) },
  'license.site_refused': {
    when: 'A site was refused because the plan has no room for another one. Told once a day for each site, and for a few sites of a license an hour.',
    data: Type.Object({ ...site, siteLimit: Type.Integer({ description: 'How many the license may have' }) }),
  },
  'quota.80': { when: 'Four fifths of a month’s quota are used: once for each license, meter and month.', data: quota },
  'quota.100': { when: 'All of a month’s quota is used: once for each license, meter and month.', data: quota },
  'credential.ending': {
    when: 'A platform’s credential ends within 14 days, and the service cannot renew it by itself: once for each end.',
    data: Type.Object({ ...credential, endsAt: Time('When it ends') }),
  },
  'credential.refused': {
    when: 'A platform does not take a credential any more.',
    data: Type.Object({
      ...credential,
      state: Type.Enum(['refused', 'expired']),
      error: Type.Union([Type.String(), Type.Null()], {
        description: 'What the platform meant, and which setting to mend where that is known',
      }),
      retryAt: TimeOrNull('When it is tried again by itself'),
    }),
  },
  'platform.failing': {
    when: 'What is asked of a platform fails. Told once, until it has recovered.',
    data: Type.Object({ platform: credential.platform, since: Time('Since when') }),
  },
  'platform.recovered': {
    when: 'A platform that failed has answered again, and no process of the service has found it failing for some minutes.',
    data: Type.Object({ platform: credential.platform, failedSince: Time('Since when it had failed') }),
  },
  'webhook.test': {
    when: 'An operator asked for it. It goes to the one webhook, whatever that is told of.',
    data: Type.Object({ webhook: Type.String({ description: 'The webhook’s id' }) }),
  },
} as const satisfies Record<string, EventSpec>

export type EventType = keyof typeof EVENT_TYPES
export type EventData<T extends EventType> = Static<(typeof EVENT_TYPES)[T]['data']>

/** The types that a webhook can subscribe to, in the order of the documentation. A test event goes to a single webhook.
 */
export const SUBSCRIBABLE_TYPES = (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => type !== 'webhook.test')
