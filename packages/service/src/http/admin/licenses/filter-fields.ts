// The filter fields of endpoints for licenses, in a query or a body.

import type { Static } from 'typebox'
import { ApiError } from '../../../errors.ts'
import type { RequestedFilter } from '../../../licensing/licenses/license-filter.ts'
import { Type } from '../../../parsing/type.ts'
import { readExpiry } from './license-fields.ts'

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }))

export const filterFields = {
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'An id, an external id or an e-mail address; the last four characters of a key; or a part of the name, the e-mail address or a site. Text that is an id, an e-mail address or the end of a key is not searched for in names',
    }),
  ),
  status: Type.Optional(Type.Enum(['active', 'suspended', 'expired', 'revoked'], { description: 'Current status' })),
  plan: text(32, 'Name of the plan'),
  mode: Type.Optional(Type.Enum(['live', 'test'])),
  expiresBefore: text(40, 'Licenses that expire, or expired, before this day or time; same format as `expiresAt`'),
  usedOver: text(
    4,
    'Licenses that used at least this percentage of their plan’s scans this month: 1 to 1000. Excludes test licenses',
  ),
  site: text(255, 'Licenses that this site uses; any spelling of the site'),
  name: text(200, 'Start of the name; case-insensitive'),
  email: text(254, 'E-mail address; case-insensitive'),
  externalId: text(200, 'External id'),
}

const Filter = Type.Object(filterFields)
type Filter = Static<typeof Filter>

const PERCENT = /^[1-9]\d{0,3}$/

/** Throws an ApiError or OperatorError that names the field. */
export const requestedFilter = ({
  search,
  status,
  plan,
  mode,
  expiresBefore,
  usedOver,
  site,
  name,
  email,
  externalId,
}: Filter): RequestedFilter => ({
  ...{ search, status, plan, mode, site, name, email, externalId },
  expiresBefore: expiresBefore === undefined ? undefined : (readExpiry(expiresBefore, 'expiresBefore') ?? undefined),
  usedOver: usedOver === undefined ? undefined : readPercent(usedOver),
})

const readPercent = (text: string): number => {
  const percent = Number(text)
  if (PERCENT.test(text) && percent <= 1_000) return percent
  throw new ApiError('invalid_request', {
    details: [{ field: 'usedOver', message: 'must be a whole number of percent from 1 to 1000' }],
  })
}
