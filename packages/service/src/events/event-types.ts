// Every event type for webhooks: when it is sent, and its payload. The payloads, their types and docs/reference/webhooks.md are
// generated from this table.

import type { Static, TObject } from 'typebox'
import { Type } from '../parsing/type.ts'
import { CONNECTION_REASONS } from '../storage/connection-records.ts'

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
  kind: Type.String({ description: 'The kind of credential' }),
  hint: Type.String({ description: 'The last four characters of the credential' }),
}
const connection = {
  ...license,
  connection: Type.String({ description: 'The connection’s id' }),
  platform: Type.String({ description: 'Its id' }),
  hint: Type.String({ description: 'The first two characters of the account’s handle' }),
}
const quota = Type.Object({
  ...license,
  meter: Type.Enum(['scans', 'validations']),
  used: Type.Integer({ description: 'The usage of this month at the time of the event' }),
  limit: Type.Integer({ description: 'The plan’s' }),
  resetsAt: Time('The start of the next month'),
})

type EventSpec = {
  /** When it is sent; a sentence in the documentation. */
  readonly when: string
  readonly data: TObject
}

export const EVENT_TYPES = {
  'license.created': {
    when: 'A license was created. An import sends it only with `--events`.',
    data: Type.Object(license),
  },
  'license.suspended': { when: 'A license was suspended.', data: Type.Object(license) },
  'license.resumed': { when: 'A suspended license is active again.', data: Type.Object(license) },
  'license.expired': {
    when: 'A license expired. Sent within a minute; after a downtime, also for licenses that expired in the three days before. Not sent for a license that had expired before its import.',
    data: Type.Object(license),
  },
  'license.revoked': { when: 'A license was revoked, which is final.', data: Type.Object(license) },
  'license.key_rotated': {
    when: 'A license got a new key. No event contains the key itself.',
    data: Type.Object({
      ...license,
      hint: Type.String({ description: 'The last four characters of the new key' }),
      oldKeysUntil: Time('Until when the previous keys work'),
    }),
  },
  'license.site_admitted': {
    when: 'A new site was admitted to a license, and counts from now on.',
    data: Type.Object(site),
  },
  'license.site_refused': {
    when: 'A site was refused because the plan’s site limit is reached. Sent once a day per site, and for a few sites per license and hour.',
    data: Type.Object({ ...site, siteLimit: Type.Integer({ description: 'The site limit of the license' }) }),
  },
  'quota.80': { when: '80% of a month’s quota is used. Sent once per license, meter and month.', data: quota },
  'quota.100': { when: 'All of a month’s quota is used. Sent once per license, meter and month.', data: quota },
  'credential.ending': {
    when: 'A platform’s credential ends within 14 days, and the service cannot renew it. Sent once per end date.',
    data: Type.Object({ ...credential, endsAt: Time('When it ends') }),
  },
  'credential.refused': {
    when: 'A platform no longer accepts a credential.',
    data: Type.Object({
      ...credential,
      state: Type.Enum(['refused', 'expired']),
      error: Type.Union([Type.String(), Type.Null()], {
        description: 'What the platform reported, and which setting to fix, if known',
      }),
      retryAt: TimeOrNull('When the service tries it again'),
    }),
  },
  'platform.failing': {
    when: 'Requests to a platform fail. Sent once, until it has recovered.',
    data: Type.Object({ platform: credential.platform, since: Time('Since when') }),
  },
  'platform.recovered': {
    when: 'A platform that failed responds again, and no process of the service has seen it fail for some minutes.',
    data: Type.Object({ platform: credential.platform, failedSince: Time('Since when it had failed') }),
  },
  'connection.connected': {
    when: 'An account was connected, or connected again.',
    data: Type.Object(connection),
  },
  'connection.ending': {
    when: 'A connection ends within 14 days, and the service cannot renew it. Its owner has to connect the account again.',
    data: Type.Object({ ...connection, endsAt: Time('When it ends') }),
  },
  'connection.ended': {
    when: 'A connection has ended. Its owner has to connect the account again.',
    data: Type.Object({
      ...connection,
      reason: Type.Enum([...CONNECTION_REASONS], { description: 'Why it ended' }),
    }),
  },
  'connection.deletion_requested': {
    when: 'The owner of an account asked the platform to have everything of it deleted. The service has deleted what it had; delete what you have. A `connection.disconnected` follows.',
    data: Type.Object(connection),
  },
  'connection.disconnected': {
    when: 'An account was disconnected, and its token was deleted.',
    data: Type.Object(connection),
  },
  'webhook.test': {
    when: 'An operator requested a test. It is sent to that webhook only, whatever events it is subscribed to.',
    data: Type.Object({ webhook: Type.String({ description: 'The webhook’s id' }) }),
  },
} as const satisfies Record<string, EventSpec>

export type EventType = keyof typeof EVENT_TYPES
export type EventData<T extends EventType> = Static<(typeof EVENT_TYPES)[T]['data']>

/** The types that a webhook can subscribe to, in the order of the documentation. A test event goes to a single webhook.
 */
export const SUBSCRIBABLE_TYPES = (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => type !== 'webhook.test')
