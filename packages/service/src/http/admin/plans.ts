import { Type } from '../../parsing/type.ts'
import type { PlanRecord } from '../../storage/store.ts'
import { adminRoute } from './admin-route.ts'
import { Plan, PlanLimits } from './schemas.ts'

export const listPlans = adminRoute({
  method: 'GET',
  path: '/plans',
  role: 'read',
  operationId: 'listThePlans',
  summary: 'List plans',
  description: 'Returns all plans with their limits.',
  data: Type.Object({ plans: Type.Array(Plan) }),
  example: { path: '/plans' },
  handle:
    ({ store }) =>
    async () => ({ plans: (await store.plans.list()).map(toData) }),
})

/** Of a new plan, what an older client does not set. */
const UNLIMITED = { connections: null, media: 'proxy', mediaMb: null } as const

export const putPlan = adminRoute({
  method: 'PUT',
  path: '/plans/:name',
  role: 'admin',
  operationId: 'makeOrChangeAPlan',
  summary: 'Create or change a plan',
  description:
    'Sets all limits of the plan, and creates the plan if it does not exist. A change takes effect immediately for every license of the plan.',
  body: PlanLimits,
  data: Plan,
  isMaking: true,
  example: {
    path: '/plans/team',
    body: {
      scans: 50_000,
      validations: 20_000,
      burst: 240,
      sites: 10,
      connections: 30,
      media: 'proxy',
      mediaMb: 5_000,
      platforms: null,
    },
  },
  handle:
    ({ plans, registry, store }) =>
    async ({ params: { name = '' }, body, actor, toResponse: answering }) => {
      const known = registry.platforms.map(({ id }) => id)
      // What an older client does not know of stays as it is.
      const { connections, media, mediaMb } = { ...UNLIMITED, ...(await store.plans.find(name)), ...body }
      const { scans, validations, burst, sites, platforms } = body
      const plan = { name, scans, validations, burst, sites, connections, media, mediaMb, platforms }
      return toData(await plans.put(plan, actor, known, (put) => answering(toData(put))))
    },
})

const toData = ({ platforms, ...plan }: PlanRecord) => ({
  ...plan,
  platforms: platforms && [...platforms],
})
