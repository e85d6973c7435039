// What a handle can name besides an account: a hashtag, a community, a list. The canonical handle alone decides its
// kind, without a call.

import type { ProfileKind } from '../../post/post.ts'
import type { KindFacts } from './kind-facts.ts'
import type { Platform } from './platform.ts'
import type { Source } from './source.ts'

export { AUTHORS, type KindFacts, type Kinds, ORDERS } from './kind-facts.ts'

/** Authors delete posts, and the list does not say so: its cached pages are not served for longer than this. */
const MANY_AUTHORS_HOURS = 72
/** Hashtags and searches often have a small budget of their own. */
const FRESH_SECONDS: Readonly<Partial<Record<ProfileKind, number>>> = { hashtag: 900, search: 900 }

type Declared = Pick<Platform, 'kinds' | 'handles' | 'variants' | 'sources'>

/** `handle`: canonical. */
export const kindOf = ({ kindOf: find }: Pick<Platform, 'kindOf'>, handle: string): ProfileKind =>
  find?.(handle) ?? 'account'

/** The facts of a kind, with those that follow from the platform. */
export type CompleteKind = Required<Pick<KindFacts, 'variants'>> &
  Omit<KindFacts, 'variants'> & {
    readonly id: ProfileKind
    /** The sources that serve it, best first. */
    readonly sources: readonly Source[]
    /** The least time that a page is fresh; 0 if there is none. */
    readonly leastFreshMs: number
    /** The longest time that a page is served if the platform fails. */
    readonly longestHeldMs: number
  }

const complete = (platform: Declared, id: ProfileKind, facts: KindFacts): CompleteKind => {
  const most = facts.authors === 'many' ? MANY_AUTHORS_HOURS : Number.POSITIVE_INFINITY
  return {
    ...facts,
    id,
    variants: facts.variants ?? platform.variants,
    sources: platform.sources.filter(({ kinds }) => kinds === undefined || kinds.includes(id)),
    leastFreshMs: (facts.freshSeconds ?? FRESH_SECONDS[id] ?? 0) * 1_000,
    longestHeldMs: Math.min(facts.heldHours ?? most, most) * 3_600_000,
  }
}

/** Requests from the cache look them up, too. */
const known = new WeakMap<Declared, ReadonlyMap<ProfileKind, CompleteKind>>()

const completeAll = (platform: Declared): ReadonlyMap<ProfileKind, CompleteKind> => {
  const { kinds: { account, ...others } = {}, handles, variants } = platform
  const usual: KindFacts = { meaning: 'an account', handles, variants, order: 'newest', authors: 'one' }
  const declared = Object.entries({ account: account ?? usual, ...others }) as [ProfileKind, KindFacts][]
  return new Map(declared.map(([id, facts]) => [id, complete(platform, id, facts)]))
}

/** The kinds that the platform has, accounts first. */
export const kindsOf = (platform: Declared): ReadonlyMap<ProfileKind, CompleteKind> => {
  const before = known.get(platform)
  if (before) return before
  const kinds = completeAll(platform)
  known.set(platform, kinds)
  return kinds
}

/** The kind of a canonical handle. Throws a RangeError if its platform does not declare it. */
export const kindFor = (platform: Declared & Pick<Platform, 'kindOf' | 'id'>, handle: string): CompleteKind => {
  const id = kindOf(platform, handle)
  const kind = kindsOf(platform).get(id)
  if (kind === undefined) throw new RangeError(`${platform.id} has handles of the kind ${id} without declaring it`)
  return kind
}
