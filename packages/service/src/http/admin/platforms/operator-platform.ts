// A platform as the operator sees it: how it is doing, with which credentials and budgets, and what to do. Of a credential
// never more than its last four characters.

import type { Static } from 'typebox'
import { Type } from '../../../parsing/type.ts'
import {
  describeHealth,
  describePlatform,
  PlatformDescription,
  PlatformHealth,
} from '../../../platforms/describe-platforms.ts'
import type { CredentialRecord } from '../../../storage/store.ts'
import type { Budget } from '../../../upstream/budgets/governor.ts'
import type { Platform } from '../../../upstream/contract/platform.ts'
import type { Credential } from '../../../upstream/credentials/pool.ts'
import { endsSoon } from '../../../upstream/health/end-of.ts'
import type { Health } from '../../../upstream/health/state-of.ts'
import type { Parts } from '../../parts.ts'

const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

export const OperatorCredential = Type.Object({
  id: Type.String({ description: 'Made from the secret; it tells nothing of it' }),
  kind: Type.String({ description: 'As the platform names it' }),
  hint: Type.String({ description: 'The last four characters' }),
  host: Type.Union([Type.String(), Type.Null()], { description: 'The one host that it is for; null for all' }),
  state: Type.Enum(['working', 'limited', 'expired', 'refused', 'paused']),
  since: Type.String({ format: 'date-time', description: 'When the state began' }),
  until: TimeOrNull('The end of `limited`; of the others, when it is tried again'),
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'What it was refused for last, and which setting to mend where that is known',
  }),
  errorAt: TimeOrNull('When that was'),
  renewedAt: TimeOrNull('When its token was obtained or renewed'),
  endsAt: TimeOrNull('The end of its token, or of itself; null where it has none'),
  endsSoon: Type.Boolean({ description: 'Whether that is within 14 days and the service does not renew it by itself' }),
})
export type OperatorCredential = Static<typeof OperatorCredential>

const OperatorBudget = Type.Object({
  source: Type.String(),
  bucket: Type.String({ description: 'Empty where the source has one limit only' }),
  who: Type.String({ description: 'The id of the credential, or the host, whose it is' }),
  left: Type.Number(),
  limit: Type.Union([Type.Number(), Type.Null()], { description: 'null where it is not told' }),
  resetsAt: Type.String({ format: 'date-time' }),
})

const KindOfCredential = Type.Object({
  id: Type.String(),
  settings: Type.Array(Type.String(), { description: 'What it is set with' }),
  steps: Type.Array(Type.String(), { description: 'How to get one' }),
})

export const OperatorPlatform = Type.Object({
  ...PlatformDescription.properties,
  ...PlatformHealth.properties,
  since: TimeOrNull('Since when it is so, as far as it is known'),
  missing: Type.Union([Type.String(), Type.Null()], {
    description: 'What has to be set first; null when nothing has to be',
  }),
  kinds: Type.Array(KindOfCredential, { description: 'The kinds of credentials that it takes' }),
  credentials: Type.Array(OperatorCredential),
  budgets: Type.Array(OperatorBudget, { description: 'What is known to be left, the first that runs out first' }),
  calls: Type.Array(Type.Object({ outcome: Type.String(), count: Type.Integer() }), {
    description: 'Calls of the last hour by what their answers meant, as this process made them',
  }),
  lastGoodAt: TimeOrNull('When a scan was last answered, by this process'),
  lastFailedAt: TimeOrNull('When one last failed'),
})
export type OperatorPlatform = Static<typeof OperatorPlatform>

type Needs = Pick<Parts, 'registry' | 'upstreams' | 'now'>

/** Tells of one platform after the other, as they are doing at this moment. */
export const describeForOperator = ({
  registry,
  upstreams,
  now,
}: Needs): ((platform: Platform) => OperatorPlatform) => {
  const healthOf = upstreams.health()
  const budgets = Map.groupBy(upstreams.governor.list(), ({ platform }) => platform)
  return (platform) => {
    const health: Health = healthOf(platform)
    const { calls, lastGoodAt, lastFailedAt } = upstreams.outcomes.of(platform.id)
    return {
      ...describePlatform(platform, registry),
      ...describeHealth(health),
      since: timeOrNull(health.since),
      missing: registry.settingsOf(platform.id).missing ?? null,
      kinds: (platform.credentials ?? []).map(({ id, settings, steps }) => ({
        id,
        settings: [...settings],
        steps: [...steps],
      })),
      credentials: upstreams.pool
        .list(platform.id)
        .map((credential) => describeCredential(credential, upstreams.pool.recordOf(credential), now())),
      budgets: (budgets.get(platform.id) ?? []).toSorted((one, other) => shareOf(one) - shareOf(other)).map(toBudget),
      calls: calls.map((call) => ({ ...call })),
      lastGoodAt: timeOrNull(lastGoodAt),
      lastFailedAt: timeOrNull(lastFailedAt),
    }
  }
}

export const describeCredential = (
  { id, kind, given }: Credential,
  record: CredentialRecord,
  now: number,
): OperatorCredential => ({
  id,
  kind: kind.id,
  hint: record.hint,
  host: given.host ?? null,
  state: record.state,
  since: new Date(record.since).toISOString(),
  until: timeOrNull(record.until),
  error: record.error,
  errorAt: timeOrNull(record.errorAt),
  renewedAt: timeOrNull(record.renewedAt),
  endsAt: timeOrNull(record.expiresAt),
  endsSoon: endsSoon(kind, record, now),
})

const toBudget = ({ source, bucket, who, left, limit, resetsAt }: Budget) => ({
  ...{ source, bucket, who, left, limit },
  resetsAt: new Date(resetsAt).toISOString(),
})

const shareOf = ({ left, limit }: Budget): number => (limit === null || limit === 0 ? left : left / limit)

const timeOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
