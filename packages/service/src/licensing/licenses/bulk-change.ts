// Suspends, resumes or moves to another plan what may be many licenses: as many in one transaction as hold nobody up, each as it
// is done to a single one, with its entry in the audit trail and its event. One that may not be changed stops none of the others.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { Actor, LicenseFilter, LicensePosition, LicenseRecord, Store } from '../../storage/store.ts'
import { ACTIONS, actsOfLicenses, refusalOf } from './license-actions.ts'
import type { CachedLicenses } from './license-cache.ts'
import { OperatorError } from './operator-error.ts'
import { requirePlan } from './require-plan.ts'

/** What is done to each of them. */
export type BulkStep = { readonly action: 'suspend' | 'resume' } | { readonly action: 'change'; readonly plan: string }

/** Which licenses: those of the ids, or those that the filter lets through, in the order in which they were made. */
export type BulkSelection =
  | { readonly ids: readonly string[] }
  | {
      readonly filter: LicenseFilter
      readonly after: LicensePosition | undefined
      /** How many a dry run found from there on. Where there are more, nothing is changed. */
      readonly expect?: number | undefined
    }

/** Why a license was left as it is: `already`: that is what it is, or the plan that it has. */
export const UNCHANGED_REASONS = ['already', 'expired', 'revoked', 'not_found'] as const
export type UnchangedReason = (typeof UNCHANGED_REASONS)[number]

export type BulkOutcome = {
  /** How many were looked at. */
  readonly matched: number
  /** How many were changed, or would be. */
  readonly changed: number
  readonly unchanged: readonly { readonly id: string; readonly reason: UnchangedReason }[]
  /** Where to go on where there are more than one call changes; null where there is nothing left. */
  readonly next: LicensePosition | null
}

export type BulkChange = (
  selection: BulkSelection,
  step: BulkStep,
  how: { readonly actor: Actor; readonly isDry: boolean },
) => Promise<BulkOutcome>

export type BulkChangeOptions = {
  readonly store: Pick<Store, 'licenses' | 'plans'>
  readonly now: () => number
  readonly elapsed: () => number
  readonly randomBytes: RandomBytes
  readonly forget: CachedLicenses['forget']
}

/** Ids of one call; as many as its body has room for. */
export const MOST_BULK_IDS = 500
/** Licenses of one call. */
export const MOST_BULK = 10_000
/** A call that has taken so long begins no other part: whoever asked is to have an answer. */
const MOST_MS = 8_000
/** Licenses of one transaction, so that it is short also where each of them lies in another block of a slow disk. */
const PART = 50
/** Licenses that are read at once where nothing is changed. */
const DRY_PART = 200
export const BULK_ORDER = 'oldest'

const partsOf = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / PART) }, (_, n) => items.slice(n * PART, (n + 1) * PART))

export const createBulkChange = ({ store, now, elapsed, randomBytes, forget }: BulkChangeOptions): BulkChange => {
  const act = actsOfLicenses(now, randomBytes)

  return async (selection, step, { actor, isDry }) => {
    if (step.action === 'change') await requirePlan(store.plans, step.plan)
    const { values, isSo } = effectOf(step)
    const reasonFor = (license: LicenseRecord, at: number): UnchangedReason | undefined => {
      const status = refusalOf(step.action, license, at)
      if (status === 'expired' || status === 'revoked') return status
      return isSo(license) ? 'already' : undefined
    }

    let [matched, changed] = [0, 0]
    const unchanged: { id: string; reason: UnchangedReason }[] = []

    const perform = async (ids: readonly string[], found: readonly LicenseRecord[] | undefined): Promise<void> => {
      const at = now()
      const toAct = (license: LicenseRecord) =>
        reasonFor(license, at) === undefined ? act(ACTIONS[step.action].audit, actor) : undefined
      const before = found ?? (await store.licenses.updateAll(ids, values, toAct))
      const records = new Map(before.map((license) => [license.id, license]))
      for (const id of ids) {
        const license = records.get(id)
        const reason = license === undefined ? 'not_found' : reasonFor(license, at)
        if (reason === undefined) changed += 1
        else unchanged.push({ id, reason })
        if (reason === undefined && !isDry) forget(id)
      }
      matched += ids.length
    }

    if ('ids' in selection) {
      const ids = [...new Set(selection.ids)]
      if (isDry) await perform(ids, await store.licenses.findAll(ids))
      else for (const part of partsOf(ids)) await perform(part, undefined)
      return { matched, changed, unchanged, next: null }
    }

    const { expect } = selection
    if (expect !== undefined) await requireNoMore(store, selection, expect)
    // Never more than expected, whatever the filter comes to let through meanwhile.
    const most = Math.min(MOST_BULK, expect ?? MOST_BULK)
    if (most === 0) return { matched, changed, unchanged, next: null }
    const startedAt = elapsed()
    let after = selection.after
    for (;;) {
      const limit = Math.min(isDry ? DRY_PART : PART, most - matched)
      const { licenses, next } = await store.licenses.list({
        limit,
        order: BULK_ORDER,
        after,
        filter: selection.filter,
      })
      await perform(
        licenses.map(({ id }) => id),
        isDry ? licenses : undefined,
      )
      if (next === null || matched >= most || elapsed() - startedAt > MOST_MS) {
        return { matched, changed, unchanged, next }
      }
      after = next
    }
  }
}

/** Throws `conflict` where the filter lets more through than that, as far as one call looks at them. */
const requireNoMore = async (
  store: Pick<Store, 'licenses'>,
  { filter, after: first }: Extract<BulkSelection, { readonly filter: LicenseFilter }>,
  expect: number,
): Promise<void> => {
  const most = Math.min(expect, MOST_BULK) + 1
  let [found, after] = [0, first]
  while (found < most) {
    const limit = Math.min(DRY_PART, most - found)
    const { licenses, next } = await store.licenses.list({ limit, order: BULK_ORDER, after, filter })
    found += licenses.length
    if (next === null) break
    after = next
  }
  if (found <= expect) return
  const message = `The filter lets through more licenses than the ${expect} that were expected; nothing more was changed. Run it dry again`
  throw new OperatorError('conflict', message)
}

type Effect = {
  readonly values: Parameters<Store['licenses']['updateAll']>[1]
  readonly isSo: (license: LicenseRecord) => boolean
}

const effectOf = (step: BulkStep): Effect => {
  if (step.action === 'change') {
    const { plan } = step
    return { values: { plan }, isSo: (license) => license.plan === plan }
  }
  const status = step.action === 'suspend' ? 'suspended' : 'active'
  return { values: { status }, isSo: (license) => license.status === status }
}
