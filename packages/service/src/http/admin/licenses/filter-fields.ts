// Which licenses an endpoint is about, as its query or its body says it.

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
        'An id, an external id or an address; the last four characters of a key; or a part of the name, of the address or of a site. What is an id or an address, or looks like the end of a key and is one, is not looked for in names',
    }),
  ),
  status: Type.Optional(
    Type.Enum(['active', 'suspended', 'expired', 'revoked'], { description: 'The state that they are in now' }),
  ),
  plan: text(32, 'The name of their plan'),
  mode: Type.Optional(Type.Enum(['live', 'test'])),
  expiresBefore: text(40, 'Those that end, or ended, before this day or time; written as an expiry is'),
  usedOver: text(
    4,
    'Those that used at least so many percent of their plan’s scans of this month: 1 to 1000. No test licenses',
  ),
  site: text(255, 'Those that this site uses, in any spelling'),
  name: text(200, 'Those whose name begins so; case does not matter'),
  email: text(254, 'Those with this address; case does not matter'),
  externalId: text(200, 'The one with this id in a system of yours'),
}

const Filter = Type.Object(filterFields)
type Filter = Static<typeof Filter>

const PERCENT = /^[1-9]\d{0,3}$/

/** Throws what is wrong with a field of it. */
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
