import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { describeForOperator, OperatorPlatform } from './operator-platform.ts'
import { requirePlatform } from './require-platform.ts'

export const listPlatforms = adminRoute({
  method: 'GET',
  path: '/platforms',
  role: 'read',
  operationId: 'listThePlatforms',
  summary: 'List the platforms',
  description:
    'Returns what `GET /platforms` returns, and for each platform what is missing in its setup, its credentials, its remaining budgets, and the outcomes of its calls in the last hour. Never a secret.',
  data: Type.Object({ platforms: Type.Array(OperatorPlatform) }),
  example: { path: '/platforms' },
  handle: (parts) => async () => ({ platforms: parts.registry.platforms.map(describeForOperator(parts)) }),
})

export const showPlatform = adminRoute({
  method: 'GET',
  path: '/platforms/:platform',
  role: 'read',
  operationId: 'showAPlatform',
  summary: 'Show a platform',
  description: 'Returns one platform of the list.',
  data: OperatorPlatform,
  example: { path: '/platforms/youtube' },
  handle:
    (parts) =>
    async ({ params: { platform = '' } }) =>
      describeForOperator(parts)(requirePlatform(parts.registry, platform)),
})
