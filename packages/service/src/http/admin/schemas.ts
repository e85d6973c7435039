// What the operator's API answers with, as schemas. The types of the operator's pages come from here, too.

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { USE_DIMENSIONS } from '../../storage/store.ts'

const Time = (description: string) => Type.String({ format: 'date-time', description })
const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

export const License = Type.Object({
  id: Type.String(),
  plan: Type.String({ description: 'The plan’s name' }),
  mode: Type.Enum(['live', 'test'], { description: 'A test license scans only the sandbox, and never runs out' }),
  status: Type.Enum(['active', 'suspended', 'expired', 'revoked']),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Whose it is' }),
  expiresAt: TimeOrNull('When it ends; null for never'),
  createdAt: Time('When it was made'),
  externalId: Type.Union([Type.String(), Type.Null()], { description: 'Its id in a system of yours' }),
  email: Type.Union([Type.String(), Type.Null()], { description: 'The customer’s address' }),
  notes: Type.Union([Type.String(), Type.Null()], { description: 'What you noted of it' }),
  metadata: Type.Record(Type.String(), Type.String(), { description: 'Texts under names of your own' }),
})
export type License = Static<typeof License>

const Used = (what: string) =>
  Type.Object(
    { used: Type.Integer(), limit: Type.Union([Type.Integer(), Type.Null()]) },
    { description: `${what} of this month; the limit of a test license is null` },
  )

export const Usage = Type.Object(
  {
    from: Time('The first instant of the month'),
    until: Time('The first instant of the next'),
    scans: Used('Scans'),
    validations: Used('Validations'),
    burst: Type.Object({ limit: Type.Integer() }, { description: 'Requests a minute' }),
  },
  { description: 'What it used this month' },
)
export type Usage = Static<typeof Usage>

export const LicenseInList = Type.Object({ ...License.properties, usage: Usage })
export type LicenseInList = Static<typeof LicenseInList>

export const Site = Type.Object({
  site: Type.String({ description: 'In its canonical spelling' }),
  firstSeenAt: Time('When it first used the license'),
})
export type Site = Static<typeof Site>

export const SiteLimit = Type.Union([Type.Integer(), Type.Null()], {
  description: 'How many sites the plan has room for; null for any number',
})

export const WholeLicense = Type.Object({
  ...License.properties,
  keys: Type.Array(
    Type.Object({
      hint: Type.String({ description: 'The last four characters' }),
      createdAt: Time('When it was made'),
      expiresAt: TimeOrNull('The end of its overlap; null for the current key'),
    }),
    { description: 'Newest first. A key itself is kept nowhere' },
  ),
  siteLimit: SiteLimit,
  sites: Type.Array(Site),
  usage: Usage,
})
export type WholeLicense = Static<typeof WholeLicense>

export const MonthOfUse = Type.Object({
  month: Type.String({ description: 'Such as `2027-01`, in UTC' }),
  scans: Type.Integer(),
  validations: Type.Integer(),
})
export type MonthOfUse = Static<typeof MonthOfUse>

export const Format = Type.Optional(
  Type.Enum(['json', 'csv'], { description: '`csv` for a file that a spreadsheet opens; default: `json`' }),
)

export const UsedBy = Type.Object({
  name: Type.Union([Type.String(), Type.Null()], {
    description: 'A day such as `2027-01-31`, a platform’s id, an endpoint or a site; null for none',
  }),
  scans: Type.Integer(),
  validations: Type.Integer(),
})
export type UsedBy = Static<typeof UsedBy>

export const ByDimension = Type.Optional(
  Type.Enum([...USE_DIMENSIONS], { description: 'What its rows are; default: `day`' }),
)

export const UsageDetails = Type.Object({
  by: Type.Enum([...USE_DIMENSIONS]),
  from: Type.String({ description: 'The first day' }),
  to: Type.String({ description: 'The last day' }),
  rows: Type.Array(UsedBy),
  total: Type.Object({ scans: Type.Integer(), validations: Type.Integer() }),
})
export type UsageDetails = Static<typeof UsageDetails>

export const MonthInList = Type.Object({
  license: Type.Union([Type.String(), Type.Null()], {
    description: 'Its id; `deleted` for all together that are deleted since; null in a row of a plan',
  }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Whose it is' }),
  plan: Type.Union([Type.String(), Type.Null()], { description: 'null where the license is deleted since' }),
  mode: Type.Union([Type.Literal('live'), Type.Literal('test'), Type.Null()], { description: 'As the plan' }),
  licenses: Type.Integer({ description: 'How many licenses the row is of' }),
  scans: Type.Integer(),
  validations: Type.Integer(),
})
export type MonthInList = Static<typeof MonthInList>

export const Key = Type.String({ description: 'The license key: shown this once, kept nowhere' })

export const NewLicense = Type.Object({ ...License.properties, key: Key })
export type NewLicense = Static<typeof NewLicense>

const planLimits = {
  scans: Type.Integer({ description: 'A month' }),
  validations: Type.Integer({ description: 'A month' }),
  burst: Type.Integer({ description: 'Requests a minute, at least 1' }),
  sites: Type.Union([Type.Integer(), Type.Null()], { description: 'At least 1; null for any number' }),
  platforms: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'Their ids; null for all of them' }),
}
export const PlanLimits = Type.Object(planLimits)
export type PlanLimits = Static<typeof PlanLimits>

export const Plan = Type.Object({ name: Type.String(), ...planLimits })
export type Plan = Static<typeof Plan>

export const SigningKey = Type.Object({
  kid: Type.String(),
  state: Type.Enum(['signs', 'verifies', 'over'], {
    description: '`verifies`: retired, but tokens that it signed are still good',
  }),
  createdAt: Time('When it was made'),
  retiredAt: TimeOrNull('Since when it signs no more'),
  verifiesUntil: TimeOrNull('When its last token has expired'),
})
export type SigningKey = Static<typeof SigningKey>

export const Operator = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(['read', 'support', 'admin']),
  tokenHint: Type.String({ description: 'The last four characters of the token' }),
  createdAt: Time('When it was made'),
  lastUsedAt: TimeOrNull('When its token was last used, to the hour; null for never'),
  revokedAt: TimeOrNull('Since when its token is refused'),
})
export type Operator = Static<typeof Operator>

const Facts = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>> | null>({ type: ['object', 'null'], description })

export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Time('When it was changed'),
  actor: Type.Object({
    kind: Type.Enum(['operator', 'command-line', 'service']),
    name: Type.String({
      description: 'Of the operator; of the user of the machine; `central-api` for the service itself',
    }),
  }),
  from: Type.Union([Type.String(), Type.Null()], {
    description: 'The address of an operator; the command; null for the service itself',
  }),
  requestId: Type.Union([Type.String(), Type.Null()], { description: 'As in the log and in `X-Request-Id`' }),
  action: Type.String({ description: 'Such as `license.suspend`' }),
  subject: Type.Object({ kind: Type.String(), id: Type.String() }, { description: 'What was changed' }),
  before: Facts('What is different, as it was; null where it is new'),
  after: Facts('The same as it is since'),
})
export type AuditEntry = Static<typeof AuditEntry>
