// The same step for many licenses in one call.

import type { Static, TProperties } from 'typebox'
import { ApiError } from '../../../errors.ts'
import {
  BULK_ORDER,
  type BulkSelection,
  type BulkStep,
  MOST_BULK,
  MOST_BULK_IDS,
  UNCHANGED_REASONS,
} from '../../../licensing/licenses/bulk-change.ts'
import { readFilter } from '../../../licensing/licenses/license-filter.ts'
import { Type } from '../../../parsing/type.ts'
import type { Parts } from '../../parts.ts'
import { adminRoute, type Requested } from '../admin-route.ts'
import { filterFields, requestedFilter } from './filter-fields.ts'
import { licenseFields } from './license-fields.ts'
import { readListCursor, writeListCursor } from './list-cursor.ts'

const selectionFields = {
  ids: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MOST_BULK_IDS,
      description: `Their ids, at most ${MOST_BULK_IDS}; instead of a filter`,
    }),
  ),
  filter: Type.Optional(
    Type.Object(filterFields, {
      description: 'Those that all of it lets through, as in the list. At least one thing is named in it',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 2_000, description: '`nextCursor` of the call before, with the same filter' }),
  ),
  expect: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'How many the filter let through when it was run dry, less those of the calls before. Where it lets more through now, the answer is `conflict` and nothing is changed',
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: 'Changes nothing, and answers what would be; false if left out' })),
} as const satisfies TProperties

const Selection = Type.Object(selectionFields)
type Selection = Static<typeof Selection>

const Outcome = Type.Object({
  dryRun: Type.Boolean(),
  matched: Type.Integer({ description: 'How many were looked at' }),
  changed: Type.Integer({ description: 'How many of them were changed, or would be' }),
  unchanged: Type.Array(
    Type.Object({
      id: Type.String(),
      reason: Type.Enum([...UNCHANGED_REASONS], {
        description: '`already`: it is so already; `expired` and `revoked`: that state does not allow it',
      }),
    }),
    { description: 'The others, and why' },
  ),
  nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'null where nothing is left to be looked at' }),
})

const HOW = `Names them by \`ids\` or by a \`filter\`, not by both. Each is changed as a single one is, with an entry in the audit trail and its event; one that cannot be is in \`unchanged\` with the reason, and stops none of the others. It goes on in small transactions, so that a call that fails on its way may have changed some: send it again. At most ${MOST_BULK.toLocaleString('en-US')} licenses, or some seconds of work, are one call; while \`nextCursor\` is not null, send it as \`cursor\` for the rest. Run a filter dry first, and send how many it \`matched\` as \`expect\`.`

const wrong = (field: string, message: string): ApiError =>
  new ApiError('invalid_request', { details: [{ field, message }] })

const readSelection = async (
  { store, now }: Parts,
  { ids, filter, cursor, expect }: Selection,
): Promise<BulkSelection> => {
  if ((ids === undefined) === (filter === undefined)) throw wrong('body', 'needs ids or a filter, and not both')
  if (ids !== undefined) {
    for (const [field, value] of Object.entries({ cursor, expect }))
      if (value !== undefined) throw wrong(field, 'goes with a filter only')
    return { ids }
  }
  const read = await readFilter(store, requestedFilter(filter ?? {}), now())
  // Blank texts ask for nothing.
  if (Object.keys(read).length === 0) throw wrong('filter', 'names nothing, and would let every license through')
  return { filter: read, after: cursor === undefined ? undefined : readListCursor(cursor, BULK_ORDER), expect }
}

const perform =
  (parts: Parts) =>
  async (
    { body, actor }: Pick<Requested<unknown, Selection>, 'body' | 'actor'>,
    step: BulkStep,
  ): Promise<Static<typeof Outcome>> => {
    const isDry = body.dryRun === true
    const selection = await readSelection(parts, body)
    const { matched, changed, unchanged, next } = await parts.bulkChange(selection, step, { actor, isDry })
    const nextCursor = next && writeListCursor(BULK_ORDER, next)
    return { dryRun: isDry, matched, changed, unchanged: [...unchanged], nextCursor }
  }

export const suspendLicenses = adminRoute({
  method: 'POST',
  path: '/licenses/suspend',
  role: 'support',
  summary: 'Suspend many licenses',
  description: HOW,
  body: Selection,
  data: Outcome,
  example: { path: '/licenses/suspend', body: { filter: { plan: 'starter', usedOver: '500' }, dryRun: true } },
  handle: (parts) => (requested) => perform(parts)(requested, { action: 'suspend' }),
})

export const resumeLicenses = adminRoute({
  method: 'POST',
  path: '/licenses/resume',
  role: 'support',
  summary: 'Resume many licenses',
  description: HOW,
  body: Selection,
  data: Outcome,
  example: { path: '/licenses/resume', body: { filter: { status: 'suspended', plan: 'starter' }, dryRun: true } },
  handle: (parts) => (requested) => perform(parts)(requested, { action: 'resume' }),
})

export const changePlans = adminRoute({
  method: 'POST',
  path: '/licenses/change-plan',
  role: 'admin',
  summary: 'Change the plan of many licenses',
  description: HOW,
  body: Type.Object({ plan: licenseFields.plan, ...selectionFields }),
  data: Outcome,
  example: { path: '/licenses/change-plan', body: { plan: 'agency', filter: { plan: 'pro' }, dryRun: true } },
  handle: (parts) => (requested) => perform(parts)(requested, { action: 'change', plan: requested.body.plan }),
})
