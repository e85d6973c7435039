// A platform as the operator sees it: its state, its credentials and budgets, and what is missing. Never more of a
// credential than its last four characters.

import type { Static } from 'typebox'
import { Type } from '../../../parsing/type.ts'
import {
  describeHealth,
  describePlatform,
  PlatformDescription,
  PlatformHealth,
} from '../../../platforms/describe-platforms.ts'
import { isoTimeOrNull } from '../../../runtime/clock/iso-time.ts'
import type { CredentialRecord } from '../../../storage/store.ts'
import type { Budget } from '../../../upstream/budgets/governor.ts'
import type { Platform } from '../../../upstream/contract/platform.ts'
import type { Credential } from '../../../upstream/credentials/pool.ts'
import { isTested } from '../../../upstream/credentials/states.ts'
import { endsSoon } from '../../../upstream/health/end-of.ts'
import type { Health } from '../../../upstream/health/state-of.ts'
import type { Parts } from '../../parts.ts'

const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

export const OperatorCredential = Type.Object({
  id: Type.String({ description: 'Derived from the secret, but does not reveal it' }),
  kind: Type.String({ description: 'Kind of credential, one of `kinds`' }),
  hint: Type.String({ description: 'Last four characters' }),
  host: Type.Union([Type.String(), Type.Null()], { description: 'The host it is for; null for all hosts' }),
  state: Type.Enum(['working', 'limited', 'expired', 'refused', 'paused']),
  tested: Type.Boolean({ description: 'Whether the credential was used yet. A new one counts as `working`' }),
  since: Type.String({ format: 'date-time', description: 'When the state started' }),
  until: TimeOrNull('When `limited` ends; for other states, when it is tried again'),
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it was last refused, and the setting to fix, if known',
  }),
  errorAt: TimeOrNull('When it was last refused'),
  renewedAt: TimeOrNull('When its token was obtained or renewed'),
  endsAt: TimeOrNull('When its token, or the credential itself, expires; null if it does not'),
  endsSoon: Type.Boolean({ description: 'Whether it expires within 14 days and the service cannot renew it' }),
})
export type OperatorCredential = Static<typeof OperatorCredential>

const OperatorBudget = Type.Object({
  source: Type.String(),
  bucket: Type.String({ description: 'Empty if the source has only one limit' }),
  who: Type.String({ description: 'Id of the credential, or the host, that the budget belongs to' }),
  left: Type.Number(),
  limit: Type.Union([Type.Number(), Type.Null()], { description: 'null if unknown' }),
  resetsAt: Type.String({ format: 'date-time' }),
})

const KindOfCredential = Type.Object({
  id: Type.String(),
  settings: Type.Array(Type.String(), { description: 'Settings for it' }),
  steps: Type.Array(Type.String(), { description: 'How to get one' }),
})

export const OperatorPlatform = Type.Object({
  ...PlatformDescription.properties,
  ...PlatformHealth.properties,
  since: TimeOrNull('When the state started, if known'),
  missing: Type.Union([Type.String(), Type.Null()], {
    description: 'What must be set first; null if nothing',
  }),
  kinds: Type.Array(KindOfCredential, { description: 'Kinds of credentials of the platform' }),
  credentials: Type.Array(OperatorCredential),
  budgets: Type.Array(OperatorBudget, { description: 'Remaining budgets, the emptiest first' }),
  calls: Type.Array(Type.Object({ outcome: Type.String(), count: Type.Integer() }), {
    description: 'Calls of this process in the last hour, by outcome',
  }),
  lastGoodAt: TimeOrNull('When a scan of this process last succeeded'),
  lastFailedAt: TimeOrNull('When a scan of this process last failed'),
})
export type OperatorPlatform = Static<typeof OperatorPlatform>

type Needs = Pick<Parts, 'registry' | 'upstreams' | 'isConnectable' | 'now'>

/** Describes platforms in their current state. */
export const describeForOperator = ({
  registry,
  upstreams,
  isConnectable,
  now,
}: Needs): ((platform: Platform) => OperatorPlatform) => {
  const healthOf = upstreams.health()
  const budgets = Map.groupBy(upstreams.governor.list(), ({ platform }) => platform)
  return (platform) => {
    const health: Health = healthOf(platform)
    const { calls, lastGoodAt, lastFailedAt } = upstreams.outcomes.of(platform.id)
    return {
      ...describePlatform(platform, registry, isConnectable),
      ...describeHealth(health),
      since: isoTimeOrNull(health.since),
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
      lastGoodAt: isoTimeOrNull(lastGoodAt),
      lastFailedAt: isoTimeOrNull(lastFailedAt),
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
  tested: isTested(record),
  since: new Date(record.since).toISOString(),
  until: isoTimeOrNull(record.until),
  error: record.error,
  errorAt: isoTimeOrNull(record.errorAt),
  renewedAt: isoTimeOrNull(record.renewedAt),
  endsAt: isoTimeOrNull(record.expiresAt),
  endsSoon: endsSoon(kind, record, now),
})

const toBudget = ({ source, bucket, who, left, limit, resetsAt }: Budget) => ({
  ...{ source, bucket, who, left, limit },
  resetsAt: new Date(resetsAt).toISOString(),
})

const shareOf = ({ left, limit }: Budget): number => (limit === null || limit === 0 ? left : left / limit)
