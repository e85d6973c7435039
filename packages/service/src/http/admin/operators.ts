import { describeOperator } from '../../licensing/operators/describe-operator.ts'
import type { MadeOperator } from '../../licensing/operators/operators.ts'
import { OPERATOR_ROLES, ROLE_NAMES } from '../../licensing/operators/roles.ts'
import { Type } from '../../parsing/type.ts'
import { adminRoute } from './admin-route.ts'
import { Operator } from './schemas.ts'

const ROLES = Object.entries(OPERATOR_ROLES).map(([role, meaning]) => `\`${role}\` ${meaning}`)

export const showMe = adminRoute({
  method: 'GET',
  path: '/me',
  role: 'read',
  operationId: 'showWhoIsSignedIn',
  summary: 'Show who is signed in',
  description:
    'Returns the operator whose token the request carries. `ADMIN_TOKEN` is the name of the operator whose token the service is started with.',
  data: Type.Object({ name: Type.String(), role: Operator.properties.role }),
  example: { path: '/me' },
  handle:
    () =>
    async ({ operator: { name, role } }) => ({ name, role }),
})

export const listOperators = adminRoute({
  method: 'GET',
  path: '/operators',
  role: 'read',
  operationId: 'listTheOperators',
  summary: 'List operators',
  description: 'In order of creation, including revoked operators. The holder of `ADMIN_TOKEN` is not in the list.',
  data: Type.Object({ operators: Type.Array(Operator) }),
  example: { path: '/operators' },
  handle:
    ({ operators }) =>
    async () => ({ operators: (await operators.list()).map(describeOperator) }),
})

export const createOperator = adminRoute({
  method: 'POST',
  path: '/operators',
  role: 'admin',
  operationId: 'makeAnOperator',
  summary: 'Create an operator',
  description: `Returns the operator with its token. The token is shown only once, since only a hash is stored. Roles: ${ROLES.join('; ')}. Each role includes the ones before it. Names are never reused, so that the audit trail is unambiguous.`,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 64, description: 'Name, as shown in the audit trail' }),
    role: Type.Enum([...ROLE_NAMES], { description: 'What the operator may do' }),
  }),
  data: Type.Object({
    ...Operator.properties,
    token: Type.String({ description: 'The token, shown only once' }),
  }),
  isMaking: true,
  example: { path: '/operators', body: { name: 'Front desk', role: 'support' } },
  handle:
    ({ operators }) =>
    async ({ body: { name, role }, actor, toResponse: answering }) => {
      const toData = ({ operator, token }: MadeOperator) => ({ ...describeOperator(operator), token })
      return toData(await operators.create(name, role, actor, (made) => answering(toData(made))))
    },
})

export const revokeOperator = adminRoute({
  method: 'POST',
  path: '/operators/:operator/revoke',
  role: 'admin',
  operationId: 'revokeAnOperator',
  summary: 'Revoke an operator',
  description: 'Its token is refused from the next request on. This cannot be undone. Repeating it is not an error.',
  data: Operator,
  example: { path: '/operators/$OPERATOR/revoke' },
  handle:
    ({ operators }) =>
    async ({ params: { operator = '' }, actor }) =>
      describeOperator(await operators.revoke(operator, actor)),
})
