import type { PlanRecord, Store } from '../../storage/store.ts'
import { OperatorError } from './operator-error.ts'

/** The plan with this name; throws `not_found` and lists the existing names. */
export const requirePlan = async (plans: Store['plans'], name: string): Promise<PlanRecord> => {
  const plan = await plans.find(name)
  if (plan !== undefined) return plan
  const names = (await plans.list()).map((each) => each.name).join(', ')
  throw new OperatorError(
    'not_found',
    `There is no plan ${JSON.stringify(name)}; there are: ${names || 'none'}`,
    'plan',
  )
}
