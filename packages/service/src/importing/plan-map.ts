// Which plan a license gets: by what the shop calls its product, by the plan's own name, or one for all the rest.

export type PlanMap = {
  /** What the shop calls it → the plan. */
  readonly named: ReadonlyMap<string, string>
  /** For what is not named. */
  readonly others: string | undefined
  /** The plans that there are. */
  readonly plans: ReadonlySet<string>
}

/** The plan for the first of these names that has one; undefined where none has. */
export const planOf = ({ named, others, plans }: PlanMap, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const plan = named.get(name)
    if (plan !== undefined) return plan
  }
  return names.find((name) => plans.has(name)) ?? others
}
