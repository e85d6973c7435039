import { describeLicense } from '../../../licensing/licenses/describe-license.ts'
import type { MadeLicense } from '../../../licensing/licenses/license-lifecycle.ts'
import { requireLicense } from '../../../licensing/licenses/require-license.ts'
import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { NewLicense } from '../schemas.ts'

const HOUR_MS = 3_600_000
const MOST_HOURS = 366 * 24

export const rotateKey = adminRoute({
  method: 'POST',
  path: '/licenses/:id/rotate-key',
  role: 'support',
  summary: 'Make a new key',
  description:
    'The new key is in the answer, this once. The old ones work for `overlapHours` more; with 0 they stop at once. Tokens that were made with them live for an hour at most.',
  body: Type.Object({
    overlapHours: Type.Integer({ minimum: 0, maximum: MOST_HOURS, description: 'How long the old keys still work' }),
  }),
  data: Type.Object({
    ...NewLicense.properties,
    oldKeyExpiresAt: Type.String({ format: 'date-time', description: 'When the old keys stop' }),
  }),
  isMaking: true,
  example: { path: '/licenses/$ID/rotate-key', body: { overlapHours: 24 } },
  handle:
    ({ licenses, store, now }) =>
    async ({ params: { id = '' }, body: { overlapHours }, actor, answering }) => {
      const oldKeyExpiresAt = new Date(now() + overlapHours * HOUR_MS).toISOString()
      const toData = ({ license, key }: MadeLicense) => ({ ...describeLicense(license, now()), key, oldKeyExpiresAt })
      const key = await licenses.rotateKey(id, overlapHours * HOUR_MS, actor, (made) => answering(toData(made)))
      return toData({ license: await requireLicense(store, id), key })
    },
})
