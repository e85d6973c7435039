import type { PlanMap } from '../../importing/plan-map.ts'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'

type PlanOptions = { readonly plan?: string; readonly planMap: readonly string[] }

/** Parses --plan and --plan-map. Throws if a plan does not exist. */
export const readPlanMap = ({ plan, planMap }: PlanOptions, known: readonly string[]): PlanMap => {
  const plans = new Set(known)
  const requirePlan = (name: string, option: string): string => {
    if (plans.has(name)) return name
    throw new OperatorError(
      'not_found',
      `${option}: the plan ${JSON.stringify(name)} does not exist. Plans: ${known.join(', ')}`,
    )
  }
  const named = new Map(
    planMap.map((text) => {
      // A product name may contain an equals sign, a plan name cannot.
      const at = text.lastIndexOf('=')
      if (at < 1) throw new OperatorError('invalid', `--plan-map ${JSON.stringify(text)} is not "product=plan"`)
      return [text.slice(0, at).trim(), requirePlan(text.slice(at + 1).trim(), '--plan-map')] as const
    }),
  )
  return { named, plans, others: plan === undefined ? undefined : requirePlan(plan, '--plan') }
}
