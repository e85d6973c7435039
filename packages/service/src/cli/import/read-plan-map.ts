import type { PlanMap } from '../../importing/plan-map.ts'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'

type Written = { readonly plan?: string; readonly planMap: readonly string[] }

/** The options as they are written, each plan of which has to be there. */
export const readPlanMap = ({ plan, planMap }: Written, known: readonly string[]): PlanMap => {
  const plans = new Set(known)
  const requirePlan = (name: string, option: string): string => {
    if (plans.has(name)) return name
    throw new OperatorError(
      'not_found',
      `${option}: there is no plan ${JSON.stringify(name)}; there are: ${known.join(', ')}`,
    )
  }
  const named = new Map(
    planMap.map((text) => {
      // A product’s name may have an equals sign in it, a plan’s has none.
      const at = text.lastIndexOf('=')
      if (at < 1) throw new OperatorError('invalid', `--plan-map ${JSON.stringify(text)} is not "product=plan"`)
      return [text.slice(0, at).trim(), requirePlan(text.slice(at + 1).trim(), '--plan-map')] as const
    }),
  )
  return { named, plans, others: plan === undefined ? undefined : requirePlan(plan, '--plan') }
}
