// Issues that need the operator now, found from the state of the parts: what is wrong, since when, and what to do.
// Pure. To add a kind of issue, add a row to the table.

import type { Static } from 'typebox'
import type { MisspelledSetting } from '../../../config/misspelled-settings.ts'
import { question } from '../../../parsing/did-you-mean.ts'
import { Type } from '../../../parsing/type.ts'
import type { Backlog, DeliveryRecord, WebhookRecord } from '../../../storage/store.ts'
import type { Readiness } from '../../health/readiness.ts'
import type { OperatorCredential, OperatorPlatform } from '../platforms/operator-platform.ts'

type Kind = {
  /** `failing`: customers get errors now. `warning`: not yet. */
  readonly severity: 'failing' | 'warning'
  /** A sentence about the named thing. */
  readonly title: (name: string) => string
  readonly advice: string
}

/** An older backup is an issue, as for the alert CentralApiBackupOld. */
export const BACKUP_OLD_MS = 36 * 3_600_000
/** A smaller free share of the disk is an issue, as for the alert CentralApiDiskLow. */
export const DISK_LOW_SHARE = 0.1

/** In the order in which they are listed; warnings come last. */
const KINDS = {
  'store.unreachable': {
    severity: 'failing',
    title: () => 'The store does not respond',
    advice: 'Metered requests fail. Check the database and the connection to it. The service recovers by itself.',
  },
  'store.cannot_write': {
    severity: 'failing',
    title: () => 'The store cannot write',
    advice: 'Metered requests fail. Check whether its disk is full or read-only. The service recovers by itself.',
  },
  'platform.failing': {
    severity: 'failing',
    title: (name) => `${name} is failing`,
    advice:
      'Its last scans failed, or none of its credentials can be used. See the outcomes of its calls in the last hour. Cached posts are served meanwhile.',
  },
  'host.resting': {
    severity: 'failing',
    title: (name) => `Half of the calls to ${name} fail`,
    advice:
      'Calls to it are suspended, except for one trial call every few seconds. You need not do anything, unless others can reach it: then check the outbound network of this machine.',
  },
  'credential.refused': {
    severity: 'failing',
    title: (name) => `${name} was refused`,
    advice:
      'The platform no longer accepts it. Get a new one, set it and restart the service. If the platform has fixed it, retry the credential.',
  },
  'credential.expired': {
    severity: 'failing',
    title: (name) => `${name} has expired`,
    advice: 'Get a new one, set it and restart the service.',
  },
  'platform.limited': {
    severity: 'warning',
    title: (name) => `The budget of ${name} is used up`,
    advice:
      'Scans return cached posts until the budget resets. If this happens often, add a credential or raise PAGE_FRESH_SECONDS.',
  },
  'platform.fallback': {
    severity: 'warning',
    title: (name) => `${name} is using a fallback source`,
    advice: 'Posts may be less complete. Check its credentials and budgets.',
  },
  'credential.ending': {
    severity: 'warning',
    title: (name) => `${name} expires soon`,
    advice: 'The service cannot renew it. Before it expires, get a new one, set it and restart the service.',
  },
  'webhook.gone': {
    severity: 'warning',
    title: (name) => `${name} is gone`,
    advice:
      'Its receiver responded with 410 Gone, so the service sends it no more events. Switch the webhook on again (central-api webhook change ID --state on) or delete it. Events that happen meanwhile are not sent later.',
  },
  'webhook.redirected': {
    severity: 'warning',
    title: (name) => `${name} responds with a redirect`,
    advice:
      'Redirects are not followed, so events do not arrive. Change the webhook to the URL that it redirects to. Waiting events are sent there.',
  },
  'webhook.failing': {
    severity: 'warning',
    title: (name) => `${name} does not accept events`,
    advice: 'The service retries for a day. Check the responses of its deliveries and the receiver.',
  },
  'webhook.given_up': {
    severity: 'warning',
    title: (name) => `${name} did not accept the last event, and the service gave up`,
    advice: 'Check the responses of its deliveries and the receiver. Then resend the events that it missed.',
  },
  'service.quiet': {
    severity: 'warning',
    title: () => 'This service is quiet',
    advice:
      'It sends no webhooks and renews no tokens, as a copy next to the production service should. If this is the production service, restart it without serve --quiet and QUIET=true.',
  },
  'setting.misspelled': {
    severity: 'warning',
    title: (name) => `${name} is not a setting`,
    advice: 'Rename it and restart the service, unless another program uses it.',
  },
  'disk.low': {
    severity: 'warning',
    title: (name) => `Only ${name} of the store’s disk is free`,
    advice: 'If the store cannot write, requests fail. Free disk space, or lower PAGE_STORE_MB and USAGE_DAYS.',
  },
  'backup.old': {
    severity: 'warning',
    title: () => 'The last backup is more than 36 hours old',
    advice: 'Check the schedule of central-api backup, its log, and the free space at its destination.',
  },
  'backup.missing': {
    severity: 'warning',
    title: () => 'No backup found',
    advice: 'Schedule central-api backup daily and test a restore.',
  },
} as const satisfies Readonly<Record<string, Kind>>

type Code = keyof typeof KINDS
const CODES = Object.keys(KINDS) as Code[]

const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

export const Trouble = Type.Object({
  code: Type.Enum(CODES, { description: 'The kind of issue' }),
  severity: Type.Enum(['failing', 'warning'], {
    description: '`failing`: requests fail now; `warning`: not yet',
  }),
  platform: Type.Union([Type.String(), Type.Null()], { description: 'Id of the platform' }),
  webhook: Type.Union([Type.String(), Type.Null()], { description: 'Id of the webhook' }),
  waiting: Type.Union([Type.Integer(), Type.Null()], { description: 'Waiting deliveries of the webhook' }),
  since: TimeOrNull('When it started, if known'),
  until: TimeOrNull('When it may resolve by itself, or when the credential expires'),
  title: Type.String({ description: 'What is wrong, as a sentence' }),
  advice: Type.String({ description: 'What to do' }),
})
export type Trouble = Static<typeof Trouble>

export type StoreKnown = {
  readonly readiness: Readiness
  /** undefined for PostgreSQL, or if it cannot be read. */
  readonly disk: { readonly freeBytes: number; readonly bytes: number } | undefined
  /** Milliseconds since the epoch. null before the first backup, undefined for PostgreSQL. */
  readonly lastBackupAt: number | null | undefined
}

/** A webhook, with its waiting deliveries and its newest one. */
export type WebhookKnown = {
  readonly webhook: Pick<WebhookRecord, 'id' | 'url' | 'state' | 'stateSince'>
  readonly backlog: Backlog | undefined
  readonly newest: Pick<DeliveryRecord, 'state' | 'createdAt' | 'error'> | undefined
}

export type Known = {
  readonly store: StoreKnown
  readonly webhooks: readonly WebhookKnown[]
  readonly platforms: readonly OperatorPlatform[]
  readonly hosts: readonly { readonly platform: string; readonly host: string; readonly since: number }[]
  readonly misspelled: readonly MisspelledSetting[]
  readonly isQuiet: boolean
  readonly now: number
}

type About = Partial<Pick<Trouble, 'platform' | 'webhook' | 'waiting' | 'since' | 'until'>>

const NOTHING_MORE = { platform: null, webhook: null, waiting: null, since: null, until: null } as const

const trouble = (code: Code, name: string, about: About = {}): Trouble => {
  const { severity, title, advice }: Kind = KINDS[code]
  return { code, severity, ...NOTHING_MORE, ...about, title: title(name), advice }
}

/** Failures come first. */
export const findTroubles = ({
  store,
  platforms,
  hosts,
  webhooks,
  misspelled,
  isQuiet,
  now,
}: Known): readonly Trouble[] =>
  [
    ...ofStore(store, now),
    ...platforms.flatMap(ofPlatform),
    ...hosts.map(({ platform, host, since }) => trouble('host.resting', host, { platform, since: toTime(since) })),
    ...platforms.flatMap((platform) =>
      platform.credentials.flatMap((credential) => ofCredential(platform, credential)),
    ),
    ...misspelled.map(ofSetting),
    // On a copy of the store, missed events are not an issue: the production service sends them.
    ...(isQuiet ? [trouble('service.quiet', '')] : webhooks.flatMap(ofWebhook)),
  ].toSorted((one, other) => rankOf(one) - rankOf(other))

const rankOf = ({ severity, code }: Trouble): number =>
  (severity === 'failing' ? 0 : CODES.length) + CODES.indexOf(code)

const ofStore = ({ readiness, disk, lastBackupAt }: StoreKnown, now: number): readonly Trouble[] => {
  const since = readiness.since === null ? null : toTime(readiness.since)
  const troubles: Trouble[] = []
  if (readiness.status === 'store unreachable') troubles.push(trouble('store.unreachable', '', { since }))
  if (readiness.status === 'store cannot write') troubles.push(trouble('store.cannot_write', '', { since }))
  if (disk && disk.freeBytes < disk.bytes * DISK_LOW_SHARE) {
    troubles.push(trouble('disk.low', `${Math.floor((disk.freeBytes / disk.bytes) * 100)} %`))
  }
  if (lastBackupAt === null) troubles.push(trouble('backup.missing', ''))
  else if (lastBackupAt !== undefined && now - lastBackupAt > BACKUP_OLD_MS) {
    troubles.push(trouble('backup.old', '', { since: toTime(lastBackupAt) }))
  }
  return troubles
}

const ofSetting = ({ name, meant }: MisspelledSetting): Trouble => {
  const found = trouble('setting.misspelled', name)
  return { ...found, advice: `The service ignores this variable. ${question(meant)} ${found.advice}` }
}

/** A platform without a credential is no issue: its operator set it up that way. */
const ofPlatform = ({ id, name, state, since, retryAt, credentials }: OperatorPlatform): readonly Trouble[] => {
  const about = { platform: id, since, until: retryAt }
  if (state === 'failing') return [trouble('platform.failing', name, about)]
  if (state === 'limited') return [trouble('platform.limited', name, about)]
  return state === 'fallback' && credentials.length > 0 ? [trouble('platform.fallback', name, about)] : []
}

const ofCredential = (platform: OperatorPlatform, credential: OperatorCredential): readonly Trouble[] => {
  const { state, since, until, endsSoon, endsAt, hint, host } = credential
  const about = { platform: platform.id, since, until }
  const name = `The credential …${hint} of ${host ?? platform.name}`
  if (state === 'refused') return [trouble('credential.refused', name, about)]
  if (state === 'expired') return [trouble('credential.expired', name, about)]
  return endsSoon ? [trouble('credential.ending', name, { platform: platform.id, until: endsAt })] : []
}

/** Names only the host of the URL: the path may contain a secret of the receiver. */
const ofWebhook = ({ webhook, backlog, newest }: WebhookKnown): readonly Trouble[] => {
  const { id, url, state, stateSince } = webhook
  const name = `The webhook to ${new URL(url).host}`
  if (state === 'gone') return [trouble('webhook.gone', name, { webhook: id, since: toTime(stateSince) })]
  if (state === 'off') return []
  const failingAt = backlog?.failingAt ?? null
  const about = { webhook: id, waiting: backlog?.waiting ?? 0 }
  const isRedirected = newest?.error === 'redirect'
  if (failingAt !== null) {
    const code = isRedirected ? 'webhook.redirected' : 'webhook.failing'
    return [trouble(code, name, { ...about, since: toTime(failingAt) })]
  }
  // What waited when it was switched off was given up by its operator.
  return newest?.state === 'failed' && newest.createdAt >= stateSince
    ? [
        trouble(isRedirected ? 'webhook.redirected' : 'webhook.given_up', name, {
          ...about,
          since: toTime(newest.createdAt),
        }),
      ]
    : []
}

const toTime = (time: number): string => new Date(time).toISOString()
