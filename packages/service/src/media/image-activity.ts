// What this process did with images since it started, for the operator's page. Metrics count the same, for all processes
// and over time.

/** How often each outcome occurred. */
export type Outcomes = Readonly<Record<string, number>>

export type ImageActivity = {
  readonly responses: Outcomes
  readonly fetches: Outcomes
  readonly renderings: Outcomes
}

/** As the metrics. */
type Counting = {
  countImage(status: number, bytes: number): void
  countImageFetch(outcome: string, bytes: number): void
  countRendering(format: string, outcome: string, seconds: number): void
}

export type ActivityCounts = Counting & { read(): ImageActivity }

/** `also` counts everything, too. */
export const createImageActivity = (also: Counting | undefined): ActivityCounts => {
  const counts = {
    responses: new Map<string, number>(),
    fetches: new Map<string, number>(),
    renderings: new Map<string, number>(),
  }
  const add = (what: keyof typeof counts, outcome: string): void => {
    counts[what].set(outcome, (counts[what].get(outcome) ?? 0) + 1)
  }
  return {
    countImage(status, bytes) {
      add('responses', String(status))
      also?.countImage(status, bytes)
    },
    countImageFetch(outcome, bytes) {
      add('fetches', outcome)
      also?.countImageFetch(outcome, bytes)
    },
    countRendering(format, outcome, seconds) {
      add('renderings', outcome)
      also?.countRendering(format, outcome, seconds)
    },
    read: () => ({
      responses: Object.fromEntries(counts.responses),
      fetches: Object.fromEntries(counts.fetches),
      renderings: Object.fromEntries(counts.renderings),
    }),
  }
}
