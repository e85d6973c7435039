import { describeLicense } from '../../../licensing/licenses/describe-license.ts'
import type { LicenseChange } from '../../../licensing/licenses/license-lifecycle.ts'
import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { License } from '../schemas.ts'
import { detailFields, licenseFields, readExpiry } from './license-fields.ts'

export const changeLicense = adminRoute({
  method: 'PATCH',
  path: '/licenses/:id',
  role: 'admin',
  operationId: 'changeOrRenewALicense',
  summary: 'Change or renew a license',
  description:
    'Changes the fields that are sent, all of them or none. Other fields stay as they are. An expired license becomes active again with a later expiry.',
  body: Type.Object({
    plan: Type.Optional(licenseFields.plan),
    name: Type.Optional(licenseFields.name),
    expiresAt: Type.Optional(licenseFields.expiresAt),
    ...detailFields,
  }),
  data: License,
  example: { path: '/licenses/$ID', body: { plan: 'agency', expiresAt: '2031-12-31' } },
  handle:
    ({ licenses, now }) =>
    async ({ params: { id = '' }, body: { plan, name, expiresAt, externalId, email, notes, metadata }, actor }) => {
      const change: LicenseChange = {
        ...(plan !== undefined && { plan }),
        ...(name !== undefined && { name }),
        ...(expiresAt !== undefined && { expiresAt: readExpiry(expiresAt) }),
        ...(externalId !== undefined && { externalId }),
        ...(email !== undefined && { email }),
        ...(notes !== undefined && { notes }),
        ...(metadata !== undefined && { metadata }),
      }
      if (Object.keys(change).length === 0) {
        throw new OperatorError(
          'invalid',
          'Nothing to change: send plan, name, expiresAt, externalId, email, notes or metadata',
          'body',
        )
      }
      return describeLicense(await licenses.change(id, change, actor), now())
    },
})
