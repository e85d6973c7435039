// The three steps between the states of a license. Each takes effect on live tokens at once; doing one twice is no mistake.

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
  'Its requests are refused with `license_suspended` until it is resumed, also those with live tokens.',
)
export const resumeLicense = step('resume', 'Resume a license', 'A suspended license works again, with the same key.')
export const revokeLicense = step('revoke', 'Revoke a license', 'Ends it for good: nothing makes it active again.')
