import { describeLicense } from '../../../licensing/licenses/describe-license.ts'
import type { MadeLicense } from '../../../licensing/licenses/license-lifecycle.ts'
import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { NewLicense } from '../schemas.ts'
import { detailFields, licenseFields, readExpiry } from './license-fields.ts'

export const createLicense = adminRoute({
  method: 'POST',
  path: '/licenses',
  role: 'admin',
  operationId: 'makeALicense',
  summary: 'Create a license',
  description:
    'Returns the license with its key. The key is shown only once, since only a hash is stored: save it now.',
  body: Type.Object({
    plan: licenseFields.plan,
    name: Type.Optional(licenseFields.name),
    mode: Type.Optional(
      Type.Enum(['live', 'test'], { description: 'Default `live`. A test license can only scan the sandbox' }),
    ),
    expiresAt: Type.Optional(licenseFields.expiresAt),
    ...detailFields,
  }),
  data: NewLicense,
  isMaking: true,
  example: {
    path: '/licenses',
    body: { plan: 'pro', name: 'Blog of a customer', externalId: 'order-1001', expiresAt: '2030-12-31' },
  },
  handle:
    ({ licenses, now }) =>
    async ({ body: { expiresAt = null, ...about }, actor, toResponse: answering }) => {
      const toData = ({ license, key }: MadeLicense) => ({ ...describeLicense(license, now()), key })
      const license = { ...about, expiresAt: readExpiry(expiresAt) }
      return toData(await licenses.create(license, actor, (made) => answering(toData(made))))
    },
})
