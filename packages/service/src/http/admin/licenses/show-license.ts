import { describeWholeLicense } from '../../../licensing/licenses/describe-license.ts'
import { adminRoute } from '../admin-route.ts'
import { WholeLicense } from '../schemas.ts'

export const showLicense = adminRoute({
  method: 'GET',
  path: '/licenses/:id',
  role: 'read',
  operationId: 'showALicense',
  summary: 'Show a license',
  description: 'Returns the license with the last characters of its keys, its sites and its usage this month.',
  data: WholeLicense,
  example: { path: '/licenses/$ID' },
  handle:
    ({ store, now }) =>
    ({ params: { id = '' } }) =>
      describeWholeLicense(store, id, now()),
})
