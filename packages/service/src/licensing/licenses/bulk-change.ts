// Suspends, resumes or moves many licenses to another plan, in small transactions. Each license is handled like a
// single one, with its audit entry and its event. A license that cannot be changed does not stop the others.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { Actor, LicenseFilter, LicensePosition, LicenseRecord, Store } from '../../storage/store.ts'
import { ACTIONS, actsOfLicenses, refusalOf } from './license-actions.ts'
import type { CachedLicenses } from './license-cache.ts'
import { OperatorError } from './operator-error.ts'
import { requirePlan } from './require-plan.ts'

/** The change to make. */
export type BulkStep = { readonly action: 'suspend' | 'resume' } | { readonly action: 'change'; readonly plan: string }

/** Selects licenses by id, or by a filter in order of creation. */
export type BulkSelection =
  | { readonly ids: readonly string[] }
  | {
      readonly filter: LicenseFilter
      readonly after: LicensePosition | undefined
      /** The number that a dry run found from there on. If more match, nothing is changed. */
      readonly expect?: number | undefined
    }

/** Why a license was not changed. `already`: it has that status or plan. */
export const UNCHANGED_REASONS = ['already', 'expired', 'revoked', 'not_found'] as const
export type UnchangedReason = (typeof UNCHANGED_REASONS)[number]

export type BulkOutcome = {
  /** The number of licenses checked. */
  readonly matched: number
  /** The number of licenses changed, or that would be. */
  readonly changed: number
  readonly unchanged: readonly { readonly id: string; readonly reason: UnchangedReason }[]
  /** Where the next call continues; null when nothing is left. */
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

/** The most ids per call, given the size limit of a body. */
export const MAX_BULK_IDS = 500
/** The most licenses per call. */
export const MAX_BULK = 10_000
/** After this time no further part is started, so that the client gets a response. */
const MAX_MS = 8_000
/** Licenses per transaction, so that it stays short even on a slow disk. */
const PART = 50
/** Licenses per read of a dry run. */
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
    // Never more than expected, even if more licenses match meanwhile.
    const most = Math.min(MAX_BULK, expect ?? MAX_BULK)
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
      if (next === null || matched >= most || elapsed() - startedAt > MAX_MS) {
        return { matched, changed, unchanged, next }
      }
      after = next
    }
  }
}

/** Throws `conflict` when more licenses match than expected, up to the most per call. */
const requireNoMore = async (
  store: Pick<Store, 'licenses'>,
  { filter, after: first }: Extract<BulkSelection, { readonly filter: LicenseFilter }>,
  expect: number,
): Promise<void> => {
  const most = Math.min(expect, MAX_BULK) + 1
  let [found, after] = [0, first]
  while (found < most) {
    const limit = Math.min(DRY_PART, most - found)
    const { licenses, next } = await store.licenses.list({ limit, order: BULK_ORDER, after, filter })
    found += licenses.length
    if (next === null) break
    after = next
  }
  if (found <= expect) return
  const message = `The filter matches more licenses than the ${expect} expected; nothing more was changed. Repeat the dry run`
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
