// Which plan a license gets: by the shop's product name, by the plan's own name, or a default.

export type PlanMap = {
  /** The shop's product name → the plan. */
  readonly named: ReadonlyMap<string, string>
  /** The plan of all other products. */
  readonly others: string | undefined
  /** The existing plans. */
  readonly plans: ReadonlySet<string>
}

/** The plan of the first name that has one; undefined when none has. */
export const planOf = ({ named, others, plans }: PlanMap, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const plan = named.get(name)
    if (plan !== undefined) return plan
  }
  return names.find((name) => plans.has(name)) ?? others
}
