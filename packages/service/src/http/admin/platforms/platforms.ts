import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { describeForOperator, OperatorPlatform } from './operator-platform.ts'
import { requirePlatform } from './require-platform.ts'

export const listPlatforms = adminRoute({
  method: 'GET',
  path: '/platforms',
  role: 'read',
  summary: 'List the platforms',
  description:
    'As `GET /platforms` does, and of each what is missing where it is not set up, its credentials, what is left of its budgets, and what its calls of the last hour meant. Never a secret.',
  data: Type.Object({ platforms: Type.Array(OperatorPlatform) }),
  example: { path: '/platforms' },
  handle: (parts) => async () => ({ platforms: parts.registry.platforms.map(describeForOperator(parts)) }),
})

export const showPlatform = adminRoute({
  method: 'GET',
  path: '/platforms/:platform',
  role: 'read',
  summary: 'Show a platform',
  description: 'One of the list.',
  data: OperatorPlatform,
  example: { path: '/platforms/youtube' },
  handle:
    (parts) =>
    async ({ params: { platform = '' } }) =>
      describeForOperator(parts)(requirePlatform(parts.registry, platform)),
})
