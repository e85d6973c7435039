// The same change for many licenses in one call.

import type { Static, TProperties } from 'typebox'
import {
  BULK_ORDER,
  type BulkSelection,
  type BulkStep,
  MAX_BULK,
  MAX_BULK_IDS,
  UNCHANGED_REASONS,
} from '../../../licensing/licenses/bulk-change.ts'
import { readFilter } from '../../../licensing/licenses/license-filter.ts'
import { Type } from '../../../parsing/type.ts'
import type { Parts } from '../../parts.ts'
import { adminRoute, type OperatorRequest } from '../admin-route.ts'
import { wrongField } from '../wrong-field.ts'
import { filterFields, requestedFilter } from './filter-fields.ts'
import { licenseFields } from './license-fields.ts'
import { readListCursor, writeListCursor } from './list-cursor.ts'

const selectionFields = {
  ids: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_BULK_IDS,
      description: `Ids of the licenses, at most ${MAX_BULK_IDS}; instead of a filter`,
    }),
  ),
  filter: Type.Optional(
    Type.Object(filterFields, {
      description: 'Licenses that match all of these fields, as in the list. At least one is required',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 2_000, description: '`nextCursor` of the previous call with the same filter' }),
  ),
  expect: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'How many licenses the dry run matched, minus those of previous calls. If the filter matches more now, nothing is changed and the response is `conflict`',
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: 'Changes nothing and returns what would change; default false' })),
} as const satisfies TProperties

const Selection = Type.Object(selectionFields)
type Selection = Static<typeof Selection>

const Outcome = Type.Object({
  dryRun: Type.Boolean(),
  matched: Type.Integer({ description: 'Licenses that were processed' }),
  changed: Type.Integer({ description: 'Licenses that were changed, or would be' }),
  unchanged: Type.Array(
    Type.Object({
      id: Type.String(),
      reason: Type.Enum([...UNCHANGED_REASONS], {
        description: '`already`: nothing to change; `expired` and `revoked`: the status does not allow the change',
      }),
    }),
    { description: 'Licenses that were not changed, and why' },
  ),
  nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'null when all licenses were processed' }),
})

const HOW = `Select licenses by \`ids\` or by a \`filter\`, not both. Each license is changed like a single one, with its entry in the audit trail and its event. A license that cannot be changed is listed in \`unchanged\` with the reason; the others are still changed. The call works in small transactions: one that fails midway may have changed some licenses, so send it again. A call processes at most ${MAX_BULK.toLocaleString('en-US')} licenses, or a few seconds of work. While \`nextCursor\` is not null, send it as \`cursor\` for the rest. Run a filter with \`dryRun\` first, and send the number it \`matched\` as \`expect\`.`

const readSelection = async (
  { store, now }: Parts,
  { ids, filter, cursor, expect }: Selection,
): Promise<BulkSelection> => {
  if ((ids === undefined) === (filter === undefined)) throw wrongField('body', 'needs either ids or a filter, not both')
  if (ids !== undefined) {
    for (const [field, value] of Object.entries({ cursor, expect }))
      if (value !== undefined) throw wrongField(field, 'is allowed only with a filter')
    return { ids }
  }
  const read = await readFilter(store, requestedFilter(filter ?? {}), now())
  // Blank values do not filter.
  if (Object.keys(read).length === 0)
    throw wrongField('filter', 'is empty and would match every license; set at least one field')
  return { filter: read, after: cursor === undefined ? undefined : readListCursor(cursor, BULK_ORDER), expect }
}

const perform =
  (parts: Parts) =>
  async (
    { body, actor }: Pick<OperatorRequest<unknown, Selection>, 'body' | 'actor'>,
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
  operationId: 'suspendManyLicenses',
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
  operationId: 'resumeManyLicenses',
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
  operationId: 'changeThePlanOfManyLicenses',
  summary: 'Change the plan of many licenses',
  description: HOW,
  body: Type.Object({ plan: licenseFields.plan, ...selectionFields }),
  data: Outcome,
  example: { path: '/licenses/change-plan', body: { plan: 'agency', filter: { plan: 'pro' }, dryRun: true } },
  handle: (parts) => (requested) => perform(parts)(requested, { action: 'change', plan: requested.body.plan }),
})
