// What a platform declares of a kind of profile.

import type { ProfileKind } from '../../post/post.ts'

/** `newest`: newest first. `owner`: as its owner arranged it. `ranked`: as a program ranks it; the order may change
 * between two pages. */
export const ORDERS = ['newest', 'owner', 'ranked'] as const
export const AUTHORS = ['one', 'many'] as const

export type KindFacts = {
  /** What it is on this platform, as a noun: `a subreddit`. */
  readonly meaning: string
  /** An example of each form; the first one is canonical. They may name different profiles. */
  readonly handles: readonly [string, ...string[]]
  /** Variant → the posts that it includes; the platform's when absent. */
  readonly variants?: Readonly<{ posts: string } & Record<string, string>>
  readonly order: (typeof ORDERS)[number]
  /** Whether its posts have one author or many. */
  readonly authors: (typeof AUTHORS)[number]
  /** The least time that its pages are fresh, for kinds with a small budget of their own. */
  readonly freshSeconds?: number
  /** How long a page is served if the platform fails, if its terms allow less than is usual. */
  readonly heldHours?: number
  /** What cannot be read of it, and why. */
  readonly refuses?: string
  /** The ids of its accounts differ from those of every other kind without beginning with the kind. Pages that version
   * 1.0.0 cached under such ids stay valid. */
  readonly hasUniqueIds?: true
}

export type Kinds = Readonly<Partial<Record<ProfileKind, KindFacts>>>
