// Schemas of the admin API's responses. The types of the console come from here, too.

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { PLAN_MEDIA, USE_DIMENSIONS } from '../../storage/store.ts'

const Time = (description: string) => Type.String({ format: 'date-time', description })
const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

export const License = Type.Object({
  id: Type.String(),
  plan: Type.String({ description: 'Name of the plan' }),
  mode: Type.Enum(['live', 'test'], { description: 'A test license can only scan the sandbox and has no limits' }),
  status: Type.Enum(['active', 'suspended', 'expired', 'revoked']),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Name of the license' }),
  expiresAt: TimeOrNull('When it expires; null for never'),
  createdAt: Time('When it was created'),
  externalId: Type.Union([Type.String(), Type.Null()], { description: 'Id of the license in your own system' }),
  email: Type.Union([Type.String(), Type.Null()], { description: 'E-mail address of the customer' }),
  notes: Type.Union([Type.String(), Type.Null()], { description: 'Your notes' }),
  metadata: Type.Record(Type.String(), Type.String(), { description: 'Your own key-value pairs' }),
})
export type License = Static<typeof License>

const Used = (what: string) =>
  Type.Object(
    { used: Type.Integer(), limit: Type.Union([Type.Integer(), Type.Null()]) },
    { description: `${what} this month; the limit of a test license is null` },
  )

export const Usage = Type.Object(
  {
    from: Time('Start of the month'),
    until: Time('Start of the next month'),
    scans: Used('Scans'),
    validations: Used('Validations'),
    media: Used('Bytes of images that were fetched for the license'),
    burst: Type.Object({ limit: Type.Integer() }, { description: 'Requests a minute' }),
  },
  { description: 'Usage this month' },
)
export type Usage = Static<typeof Usage>

export const LicenseInList = Type.Object({ ...License.properties, usage: Usage })
export type LicenseInList = Static<typeof LicenseInList>

export const Site = Type.Object({
  site: Type.String({ description: 'The canonical form' }),
  firstSeenAt: Time('When it first used the license'),
})
export type Site = Static<typeof Site>

export const SiteLimit = Type.Union([Type.Integer(), Type.Null()], {
  description: 'Number of sites that the plan allows; null for no limit',
})

export const WholeLicense = Type.Object({
  ...License.properties,
  keys: Type.Array(
    Type.Object({
      hint: Type.String({ description: 'Last four characters' }),
      createdAt: Time('When it was created'),
      expiresAt: TimeOrNull('When its overlap ends; null for the current key'),
    }),
    { description: 'Newest first. Only hashes of keys are stored' },
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
  Type.Enum(['json', 'csv'], { description: '`csv` for a spreadsheet; default: `json`' }),
)

export const UsedBy = Type.Object({
  name: Type.Union([Type.String(), Type.Null()], {
    description: 'A day such as `2027-01-31`, the id of a platform, an endpoint or a site; null for none',
  }),
  scans: Type.Integer(),
  validations: Type.Integer(),
})
export type UsedBy = Static<typeof UsedBy>

export const ByDimension = Type.Optional(
  Type.Enum([...USE_DIMENSIONS], { description: 'What each row stands for; default: `day`' }),
)

export const UsageDetails = Type.Object({
  by: Type.Enum([...USE_DIMENSIONS]),
  from: Type.String({ description: 'First day' }),
  to: Type.String({ description: 'Last day' }),
  rows: Type.Array(UsedBy),
  total: Type.Object({ scans: Type.Integer(), validations: Type.Integer() }),
})
export type UsageDetails = Static<typeof UsageDetails>

export const MonthInList = Type.Object({
  license: Type.Union([Type.String(), Type.Null()], {
    description: 'Id of the license; `deleted` for all deleted licenses together; null in a row for a plan',
  }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Name of the license' }),
  plan: Type.Union([Type.String(), Type.Null()], { description: 'null if the license was deleted' }),
  mode: Type.Union([Type.Literal('live'), Type.Literal('test'), Type.Null()], { description: 'null like `plan`' }),
  licenses: Type.Integer({ description: 'Number of licenses in the row' }),
  scans: Type.Integer(),
  validations: Type.Integer(),
  mediaBytes: Type.Integer({ description: 'Bytes of images that were fetched' }),
})
export type MonthInList = Static<typeof MonthInList>

export const Key = Type.String({ description: 'The license key, shown only once' })

export const NewLicense = Type.Object({ ...License.properties, key: Key })
export type NewLicense = Static<typeof NewLicense>

const planLimits = {
  scans: Type.Integer({ description: 'Per month' }),
  validations: Type.Integer({ description: 'Per month' }),
  burst: Type.Integer({ description: 'Requests per minute, at least 1' }),
  sites: Type.Union([Type.Integer(), Type.Null()], { description: 'At least 1; null for no limit' }),
  platforms: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'Ids of platforms; null for all' }),
}
const whole = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

const MEDIA =
  'Whose URLs of images responses have if the service passes images on: `proxy` for its own, `none` for the platforms’'
const MEDIA_MB = 'Megabytes of images that are fetched for a license per month; null for no limit'

export const PlanLimits = Type.Object({
  ...planLimits,
  connections: Type.Optional(
    whole('Connected accounts of a license; null for no limit. Without it, the limit stays as it is'),
  ),
  media: Type.Optional(Type.Enum([...PLAN_MEDIA], { description: `${MEDIA}. Without it, it stays as it is` })),
  mediaMb: Type.Optional(whole(`${MEDIA_MB}. Without it, the limit stays as it is`)),
})
export type PlanLimits = Static<typeof PlanLimits>

export const Plan = Type.Object({
  name: Type.String(),
  ...planLimits,
  connections: whole('Connected accounts of a license; null for no limit'),
  media: Type.Enum([...PLAN_MEDIA], { description: MEDIA }),
  mediaMb: whole(MEDIA_MB),
})
export type Plan = Static<typeof Plan>

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Outcomes = (description: string) => Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description })

export const Media = Type.Object({
  proxy: Type.Union(
    [
      Type.Object({
        home: Type.Union([Type.Literal('folder'), Type.Literal('bucket'), Type.Null()], {
          description: 'Where copies are kept; null if the service keeps none',
        }),
        maxBytes: Count('The limit of all copies (`MEDIA_MAX_MB`)'),
        hasSizes: Type.Boolean({ description: 'Whether images can be rendered in other sizes' }),
        countedAt: TimeOrNull('When the process last counted the copies; null if it has not yet'),
        copies: Type.Array(
          Type.Object({
            platform: Type.String(),
            originals: Count('Copies of images'),
            renderings: Count('Images that were rendered from them'),
            bytes: Count('Of both'),
          }),
          { description: 'The largest first' },
        ),
        since: Time('When the process started that responds'),
        responses: Outcomes('Its responses to browsers, by status'),
        fetches: Outcomes('Its requests to platforms, by outcome, as in the metrics'),
        renderings: Outcomes('Its renderings, by outcome, as in the metrics'),
      }),
      Type.Null(),
    ],
    { description: 'null if the service passes no images on (`MEDIA=off`)' },
  ),
  forgottenCount: Count('Marks of posts, accounts and images that must not be served any more'),
  forgotten: Type.Array(
    Type.Object({
      subject: Type.String({ description: 'A hash of the URL, as in the audit trail' }),
      at: Time('When it was forgotten'),
    }),
    { description: 'The latest 100, newest first' },
  ),
})
export type Media = Static<typeof Media>

export const ForgottenImages = Type.Object({
  subject: Type.String({ description: 'A hash of the URL, as in the audit trail' }),
})

export const SigningKey = Type.Object({
  kid: Type.String(),
  state: Type.Enum(['signs', 'verifies', 'over'], {
    description: '`verifies`: retired, but tokens that it signed are still valid',
  }),
  createdAt: Time('When it was created'),
  retiredAt: TimeOrNull('When it was retired'),
  verifiesUntil: TimeOrNull('When its last token expires'),
})
export type SigningKey = Static<typeof SigningKey>

export const Operator = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(['read', 'support', 'admin']),
  tokenHint: Type.String({ description: 'Last four characters of the token' }),
  createdAt: Time('When it was created'),
  lastUsedAt: TimeOrNull('When its token was last used, to the hour; null for never'),
  revokedAt: TimeOrNull('When it was revoked'),
})
export type Operator = Static<typeof Operator>

const Facts = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>> | null>({ type: ['object', 'null'], description })

export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Time('When the change was made'),
  actor: Type.Object({
    kind: Type.Enum(['operator', 'command-line', 'service']),
    name: Type.String({
      description: 'Name of the operator or of the machine’s user; `central-api` for the service itself',
    }),
  }),
  from: Type.Union([Type.String(), Type.Null()], {
    description: 'IP address of the operator, or the command; null for the service itself',
  }),
  requestId: Type.Union([Type.String(), Type.Null()], {
    description: 'Request id, as in the log and in `X-Request-Id`',
  }),
  action: Type.String({ description: 'Such as `license.suspend`' }),
  subject: Type.Object({ kind: Type.String(), id: Type.String() }, { description: 'The changed resource' }),
  before: Facts('Changed fields before the change; null for a new resource'),
  after: Facts('Changed fields after the change'),
})
export type AuditEntry = Static<typeof AuditEntry>
