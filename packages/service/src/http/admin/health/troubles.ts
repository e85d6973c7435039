// What needs the operator at this moment, told from what the parts know of themselves: what is wrong, since when, and what to
// do. Pure, and a table: another kind of trouble is another row.

import type { Static } from 'typebox'
import { Type } from '../../../parsing/type.ts'
import type { Backlog, DeliveryRecord, WebhookRecord } from '../../../storage/store.ts'
import type { Readiness } from '../../health/readiness.ts'
import type { OperatorCredential, OperatorPlatform } from '../platforms/operator-platform.ts'

type Kind = {
  /** `failing`: customers are refused something now. `warning`: nobody is, yet. */
  readonly severity: 'failing' | 'warning'
  /** A sentence about the thing that is named. */
  readonly title: (name: string) => string
  readonly advice: string
}

/** A backup that is older is spoken of, as the alert CentralApiBackupOld does. */
export const BACKUP_OLD_MS = 36 * 3_600_000
/** A disk with less of it free is spoken of, as the alert CentralApiDiskLow does. */
export const DISK_LOW_SHARE = 0.1

/** In the order in which they are told of, but for those that are only warnings, which come last. */
const KINDS = {
  'store.unreachable': {
    severity: 'failing',
    title: () => 'The store does not answer',
    advice:
      'No request that is counted is answered. See to the database and the way to it; the service goes on by itself.',
  },
  'store.cannot_write': {
    severity: 'failing',
    title: () => 'The store cannot write',
    advice:
      'No request that is counted is answered. See whether its disk is full or read-only; the service goes on by itself.',
  },
  'platform.failing': {
    severity: 'failing',
    title: (name) => `${name} fails`,
    advice:
      'Its last scans failed, or no credential of it can be used. What its calls of the last hour meant says which; posts that are held are shown meanwhile.',
  },
  'host.resting': {
    severity: 'failing',
    title: (name) => `${name} fails half of its calls`,
    advice:
      'It is left alone and tried with one call every few seconds. Nothing has to be done unless others reach it: then see to the way out of this machine.',
  },
  'credential.refused': {
    severity: 'failing',
    title: (name) => `${name} is refused`,
    advice:
      'The platform does not take it any more. Get another one, set it and start the service again; or have it tried again once the platform has been asked.',
  },
  'credential.expired': {
    severity: 'failing',
    title: (name) => `${name} has expired`,
    advice: 'Get another one, set it and start the service again.',
  },
  'platform.limited': {
    severity: 'warning',
    title: (name) => `The budget of ${name} is used up`,
    advice:
      'Scans are answered from what is held until it resets. If it happens often, add a credential or raise PAGE_FRESH_SECONDS.',
  },
  'platform.fallback': {
    severity: 'warning',
    title: (name) => `${name} is read from a poorer source than it has`,
    advice: 'Posts may tell less. See what its credentials and budgets say.',
  },
  'credential.ending': {
    severity: 'warning',
    title: (name) => `${name} ends soon`,
    advice: 'The service cannot renew it. Get another one, set it and start the service again before then.',
  },
  'webhook.gone': {
    severity: 'warning',
    title: (name) => `${name} is there no more`,
    advice:
      'Its receiver answered 410 Gone, so the service sends it no more events. Switch the webhook on again (central-api webhook change ID --state on) or delete it. Events in the meantime are not sent later.',
  },
  'webhook.redirected': {
    severity: 'warning',
    title: (name) => `${name} answers with a redirect`,
    advice:
      'Redirects are not followed, so the events do not arrive. Change the webhook to the URL that it redirects to; what still waits is sent there.',
  },
  'webhook.failing': {
    severity: 'warning',
    title: (name) => `${name} does not take what it is told`,
    advice: 'It is tried again for a day. See what was answered, and to the receiver.',
  },
  'webhook.given_up': {
    severity: 'warning',
    title: (name) => `${name} did not take the last that it was told, and is not tried again`,
    advice: 'See what was answered, and to the receiver; then send it again what it has missed.',
  },
  'service.quiet': {
    severity: 'warning',
    title: () => 'This service is quiet',
    advice:
      'It sends no webhooks and renews no tokens, as a copy beside the service in use should. If this is the service in use, start it again without serve --quiet and QUIET=true.',
  },
  'disk.low': {
    severity: 'warning',
    title: (name) => `Only ${name} of the store’s disk are free`,
    advice: 'A store that cannot write answers nothing. Make room, or lower PAGE_STORE_MB and USAGE_DAYS.',
  },
  'backup.old': {
    severity: 'warning',
    title: () => 'The last backup is older than a day and a half',
    advice: 'See what runs central-api backup: its log, and the room where it writes.',
  },
  'backup.missing': {
    severity: 'warning',
    title: () => 'No backup of this store is known of',
    advice: 'Have central-api backup run every day, and try once what restoring takes.',
  },
} as const satisfies Readonly<Record<string, Kind>>

type Code = keyof typeof KINDS
const CODES = Object.keys(KINDS) as Code[]

const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

export const Trouble = Type.Object({
  code: Type.Enum(CODES, { description: 'What it is' }),
  severity: Type.Enum(['failing', 'warning'], {
    description: '`failing`: something is refused now; `warning`: nothing is yet',
  }),
  platform: Type.Union([Type.String(), Type.Null()], { description: 'The id of the platform that it is of' }),
  webhook: Type.Union([Type.String(), Type.Null()], { description: 'The id of the webhook that it is of' }),
  waiting: Type.Union([Type.Integer(), Type.Null()], { description: 'Of a webhook: deliveries that wait' }),
  since: TimeOrNull('Since when it is so, as far as it is known'),
  until: TimeOrNull('When it may be over by itself; of what ends, the end'),
  title: Type.String({ description: 'What is wrong, in a sentence' }),
  advice: Type.String({ description: 'What to do' }),
})
export type Trouble = Static<typeof Trouble>

export type StoreKnown = {
  readonly readiness: Readiness
  /** undefined where it is nobody's business here, or cannot be read. */
  readonly disk: { readonly freeBytes: number; readonly bytes: number } | undefined
  /** Milliseconds since the epoch; null before the first one, undefined where others back it up. */
  readonly lastBackupAt: number | null | undefined
}

/** A webhook, with what waits for it and the last that it was to be told. */
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
  readonly isQuiet: boolean
  readonly now: number
}

type About = Partial<Pick<Trouble, 'platform' | 'webhook' | 'waiting' | 'since' | 'until'>>

const NOTHING_MORE = { platform: null, webhook: null, waiting: null, since: null, until: null } as const

const trouble = (code: Code, name: string, about: About = {}): Trouble => {
  const { severity, title, advice }: Kind = KINDS[code]
  return { code, severity, ...NOTHING_MORE, ...about, title: title(name), advice }
}

/** What fails comes first. */
export const findTroubles = ({ store, platforms, hosts, webhooks, isQuiet, now }: Known): readonly Trouble[] =>
  [
    ...ofStore(store, now),
    ...platforms.flatMap(ofPlatform),
    ...hosts.map(({ platform, host, since }) => trouble('host.resting', host, { platform, since: toTime(since) })),
    ...platforms.flatMap((platform) =>
      platform.credentials.flatMap((credential) => ofCredential(platform, credential)),
    ),
    // Of a copy of a store they are what the service in use has to see to.
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

/** A platform without a credential that it could have is as its operator wants it. */
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

/** Of its address no more than whose it is: what is behind that may be a secret of the receiver's. */
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
  // What waited while it was switched off was given up by its operator.
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
