import { describeLicense } from '../../../licensing/licenses/describe-license.ts'
import type { MadeLicense } from '../../../licensing/licenses/license-lifecycle.ts'
import { requireLicense } from '../../../licensing/licenses/require-license.ts'
import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { NewLicense } from '../schemas.ts'

const HOUR_MS = 3_600_000
const MAX_HOURS = 366 * 24

export const rotateKey = adminRoute({
  method: 'POST',
  path: '/licenses/:id/rotate-key',
  role: 'support',
  operationId: 'makeANewKey',
  summary: 'Rotate the key',
  description:
    'Returns a new key, which is shown only once. Old keys work for `overlapHours` more; with 0 they stop immediately. Tokens that were issued for them stay valid for up to an hour.',
  body: Type.Object({
    overlapHours: Type.Integer({ minimum: 0, maximum: MAX_HOURS, description: 'Hours that the old keys still work' }),
  }),
  data: Type.Object({
    ...NewLicense.properties,
    oldKeyExpiresAt: Type.String({ format: 'date-time', description: 'When the old keys stop working' }),
  }),
  isMaking: true,
  example: { path: '/licenses/$ID/rotate-key', body: { overlapHours: 24 } },
  handle:
    ({ licenses, store, now }) =>
    async ({ params: { id = '' }, body: { overlapHours }, actor, toResponse: answering }) => {
      const oldKeyExpiresAt = new Date(now() + overlapHours * HOUR_MS).toISOString()
      const toData = ({ license, key }: MadeLicense) => ({ ...describeLicense(license, now()), key, oldKeyExpiresAt })
      const key = await licenses.rotateKey(id, overlapHours * HOUR_MS, actor, (made) => answering(toData(made)))
      return toData({ license: await requireLicense(store, id), key })
    },
})
