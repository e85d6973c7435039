// The three changes of a license's status. Each takes effect immediately, also for live tokens. Repeating one is not an
// error.

import { describeLicense } from '../../../licensing/licenses/describe-license.ts'
import type { OperatorRole } from '../../../storage/store.ts'
import { type AdminRoute, adminRoute } from '../admin-route.ts'
import { License } from '../schemas.ts'

type Step = 'suspend' | 'resume' | 'revoke'

const ROLES: Readonly<Record<Step, OperatorRole>> = { suspend: 'support', resume: 'support', revoke: 'admin' }

const step = (name: Step, summary: string, description: string): AdminRoute =>
  adminRoute({
    method: 'POST',
    path: `/licenses/:id/${name}`,
    role: ROLES[name],
    operationId: `${name}ALicense`,
    summary,
    description,
    data: License,
    example: { path: `/licenses/$ID/${name}` },
    handle:
      ({ licenses, now }) =>
      async ({ params: { id = '' }, actor }) =>
        describeLicense(await licenses[name](id, actor), now()),
  })

export const suspendLicense = step(
  'suspend',
  'Suspend a license',
  'Its requests get `license_suspended` until it is resumed, also requests with live tokens.',
)
export const resumeLicense = step(
  'resume',
  'Resume a license',
  'Makes a suspended license active again, with the same key.',
)
export const revokeLicense = step(
  'revoke',
  'Revoke a license',
  'Ends the license permanently. It cannot be made active again.',
)
