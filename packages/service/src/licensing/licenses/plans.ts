// The default plans, and the validation and storage of a plan. Scans and validations are per month.

import { actsBy } from '../../audit/act.ts'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { Actor, Answering, PlanRecord, Store } from '../../storage/store.ts'
import { PLAN_MEDIA } from '../../storage/store.ts'
import { OperatorError } from './operator-error.ts'

/** Whether images are passed on is the operator's setting, and a plan's word only where it is sold apart. */
const WITH_IMAGES = { media: 'proxy', mediaMb: null } as const

export const STARTING_PLANS: readonly PlanRecord[] = [
  {
    name: 'starter',
    scans: 1_000,
    validations: 1_000,
    burst: 60,
    sites: 1,
    connections: 3,
    ...WITH_IMAGES,
    platforms: null,
  },
  {
    name: 'pro',
    scans: 10_000,
    validations: 10_000,
    burst: 120,
    sites: 5,
    connections: 15,
    ...WITH_IMAGES,
    platforms: null,
  },
  {
    name: 'agency',
    scans: 100_000,
    validations: 100_000,
    burst: 600,
    sites: null,
    connections: null,
    ...WITH_IMAGES,
    platforms: null,
  },
]

const NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/
const PLATFORM_ID = /^[a-z0-9][a-z0-9_-]{0,31}$/
const MAX_COUNT = 1_000_000_000

/** The minimum of each number; a burst of 0 would refuse every request. */
const LEAST = { scans: 0, validations: 0, burst: 1, sites: 1, connections: 0, mediaMb: 0 } as const satisfies Partial<
  Record<keyof PlanRecord, number>
>
const COUNTS = ['scans', 'validations', 'burst', 'sites', 'connections', 'mediaMb'] as const
/** null is no limit. */
const MAY_BE_UNLIMITED: ReadonlySet<keyof PlanRecord> = new Set(['sites', 'connections', 'mediaMb'])

/** The plan as it may be stored; throws `invalid` for the first invalid field. */
export const validatePlan = (plan: PlanRecord, knownPlatforms?: readonly string[]): PlanRecord => {
  const refuse = (field: keyof PlanRecord, message: string): OperatorError =>
    new OperatorError('invalid', message, field)
  if (!NAME.test(plan.name)) {
    throw refuse(
      'name',
      'A plan’s name must have 1 to 32 characters from a-z, 0-9, "-" and "_", and begin with a letter or a digit',
    )
  }
  for (const field of COUNTS) {
    const count = plan[field]
    if (count === null && MAY_BE_UNLIMITED.has(field)) continue
    if (!Number.isInteger(count) || Number(count) < LEAST[field] || Number(count) > MAX_COUNT) {
      throw refuse(field, `A plan’s ${field} must be a whole number from ${LEAST[field]} to ${MAX_COUNT}`)
    }
  }
  if (!PLAN_MEDIA.includes(plan.media)) throw refuse('media', `A plan’s media must be ${PLAN_MEDIA.join(' or ')}`)
  if (plan.platforms === null) return plan
  const platforms = [...new Set(plan.platforms)].sort()
  if (platforms.length === 0)
    throw refuse('platforms', 'A plan needs at least one platform. Leave the list out to include all platforms')
  for (const id of platforms) {
    if (!PLATFORM_ID.test(id) || (knownPlatforms && !knownPlatforms.includes(id))) {
      throw refuse('platforms', `There is no platform ${JSON.stringify(id)}`)
    }
  }
  return { ...plan, platforms }
}

export type Plans = {
  /** Creates the plan or replaces the one with its name; resolves to it as stored. Throws `invalid`. */
  put(
    plan: PlanRecord,
    actor: Actor,
    knownPlatforms: readonly string[],
    toResponse?: Answering<PlanRecord>,
  ): Promise<PlanRecord>
}

export const createPlans = ({
  store,
  now,
  randomBytes,
}: {
  readonly store: Pick<Store, 'plans'>
  readonly now: () => number
  readonly randomBytes: RandomBytes
}): Plans => {
  const act = actsBy(now, randomBytes)
  return {
    async put(plan, actor, knownPlatforms, toResponse) {
      const valid = validatePlan(plan, knownPlatforms)
      await store.plans.put(valid, { ...act('plan.put', actor), response: toResponse?.(valid) })
      return valid
    },
  }
}
