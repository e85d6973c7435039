import { FOREIGN_KEY_LENGTH } from '../../licensing/keys/foreign-key.ts'
import { licenseStatus } from '../../licensing/licenses/license.ts'
import { Type } from '../../parsing/type.ts'
import { endpoint } from '../endpoint.ts'
import { okEnvelope } from '../envelope.ts'
import { callerAddress } from '../forwarded-for.ts'
import { notesOf } from '../request-notes.ts'

const Body = Type.Object({
  licenseKey: Type.String({
    minLength: 1,
    maxLength: FOREIGN_KEY_LENGTH.most,
    description: '`ck_live_…` or `ck_test_…`, or an imported key',
  }),
  siteId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The site that uses the license. It counts against the sites of the plan. Without it, or with a misspelled name such as `site`, the token has no site, and none is counted',
    }),
  ),
})

const Data = Type.Object({
  token: Type.String({ description: 'Send it as `Authorization: Bearer …`' }),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer({ description: 'Seconds until it expires' }),
  expiresAt: Type.String({ format: 'date-time' }),
  license: Type.Object({
    id: Type.String(),
    plan: Type.String(),
    status: Type.Enum(['active', 'suspended', 'expired', 'revoked']),
    mode: Type.Enum(['live', 'test']),
    expiresAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  }),
})

export const authToken = endpoint({
  path: '/auth/token',
  summary: 'Exchange a license key for a token',
  description:
    'Returns a token that is valid for one hour. While it is valid for more than 60 seconds, the same token is returned: keep it, and exchange the key again when it expires.',
  body: Body,
  data: Data,
  example: { licenseKey: 'ck_live_…', siteId: 'https://blog.example' },
  codes: [
    'license_malformed',
    'license_unknown',
    'license_suspended',
    'license_expired',
    'license_revoked',
    'site_limit_reached',
    'rate_limited',
  ],
  holdsSecret: true,
  handle: ({ failedExchanges, licenses, sites, tokens, now }) => {
    return async (request) => {
      const { licenseKey, siteId } = request.body as { licenseKey: string; siteId?: string }
      const license = await failedExchanges.guard(callerAddress(request), licenseKey, () =>
        licenses.exchange(licenseKey, (id) => {
          notesOf(request).licenseId = id
        }),
      )
      if (siteId !== undefined) {
        const cached = await licenses.get(license.id)
        if (cached) await sites.admit(license, cached.plan, siteId)
      }
      const { token, expiresIn, expiresAt } = await tokens.mint(license, siteId, callerAddress(request))
      return okEnvelope({
        token,
        tokenType: 'Bearer' as const,
        expiresIn,
        expiresAt,
        license: {
          id: license.id,
          plan: license.plan,
          status: licenseStatus(license, now()),
          mode: license.mode,
          expiresAt: license.expiresAt === null ? null : new Date(license.expiresAt).toISOString(),
        },
      })
    }
  },
})
