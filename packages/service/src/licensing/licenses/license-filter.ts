// Validates an operator's filter and translates it into one of the store.

import { isPlainText } from '../../parsing/plain-text.ts'
import type { LicenseFilter, LicenseOrder, Mode, Store } from '../../storage/store.ts'
import { canonicalSite } from '../sites/site.ts'
import { monthAt } from '../usage/quota.ts'
import type { LicenseStatus } from './license.ts'
import { isLicenseId } from './license-id.ts'
import { OperatorError } from './operator-error.ts'
import { requirePlan } from './require-plan.ts'

/** All named conditions must hold; blank texts are ignored. */
export type RequestedFilter = {
  readonly search?: string | undefined
  readonly status?: LicenseStatus | undefined
  readonly plan?: string | undefined
  readonly mode?: Mode | undefined
  /** Milliseconds since the epoch. */
  readonly expiresBefore?: number | undefined
  /** Percent of the plan's scans this month. */
  readonly usedOver?: number | undefined
  /** In any spelling. */
  readonly site?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly externalId?: string | undefined
}

/** The orders of licenses, and their descriptions. */
export const ORDERS: Readonly<Record<LicenseOrder, string>> = {
  newest: 'by creation, latest first',
  oldest: 'by creation, earliest first',
  name: 'by name; licenses without a name come first',
  expiresAt: 'by expiry, earliest first; licenses that never expire come last',
}

/** Control characters are refused, because the databases treat them differently. */
const textOf = (field: keyof RequestedFilter, text: string | undefined): string | undefined => {
  const trimmed = text?.trim() || undefined
  if (trimmed === undefined || isPlainText(trimmed)) return trimmed
  throw new OperatorError('invalid', `The filter ${field} contains a control character`, field)
}

/** Throws `not_found` for an unknown plan, and `invalid_request` for an invalid site or control characters. */
export const readFilter = async (
  { plans }: Pick<Store, 'plans'>,
  { status, plan, mode, expiresBefore, usedOver, ...texts }: RequestedFilter,
  now: number,
): Promise<LicenseFilter> => {
  if (plan !== undefined) await requirePlan(plans, plan)
  const [search, name] = [textOf('search', texts.search), textOf('name', texts.name)]
  const [email, externalId] = [textOf('email', texts.email), textOf('externalId', texts.externalId)]
  return {
    // An id is looked up directly, so that an unknown one does not scan all names.
    ...(search !== undefined && (isLicenseId(search) ? { id: search } : { search })),
    ...(status !== undefined && { status: { is: status, at: now } }),
    ...(plan !== undefined && { plan }),
    ...(mode !== undefined && { mode }),
    ...(expiresBefore !== undefined && { expiresBefore }),
    ...(usedOver !== undefined && { usedOver: { percent: usedOver, month: monthAt(now).startsAt } }),
    ...(texts.site !== undefined && { site: canonicalSite(texts.site, 'site') }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(externalId !== undefined && { externalId }),
  }
}
