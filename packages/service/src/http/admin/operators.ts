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
  summary: 'Show who is signed in',
  description:
    'Whose token the request carries. `ADMIN_TOKEN` is the name of the one that the service is started with.',
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
  summary: 'List the operators',
  description:
    'In the order in which they were made, those included that are revoked. The holder of `ADMIN_TOKEN` is none of the list.',
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
  summary: 'Make an operator',
  description: `The answer holds the token, this once: only a hash of it is kept. ${ROLES.join('; ')}. Each includes those before it. A name is given once, so that the audit trail never tells of two by one name.`,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 64, description: 'Who it is, as the audit trail is to tell it' }),
    role: Type.Enum([...ROLE_NAMES], { description: 'What it may do' }),
  }),
  data: Type.Object({
    ...Operator.properties,
    token: Type.String({ description: 'The token: shown this once, kept nowhere' }),
  }),
  isMaking: true,
  example: { path: '/operators', body: { name: 'Front desk', role: 'support' } },
  handle:
    ({ operators }) =>
    async ({ body: { name, role }, actor, answering }) => {
      const toData = ({ operator, token }: MadeOperator) => ({ ...describeOperator(operator), token })
      return toData(await operators.create(name, role, actor, (made) => answering(toData(made))))
    },
})

export const revokeOperator = adminRoute({
  method: 'POST',
  path: '/operators/:operator/revoke',
  role: 'admin',
  summary: 'Revoke an operator',
  description: 'Its token is refused from the next request on. This is final; doing it twice is no mistake.',
  data: Operator,
  example: { path: '/operators/$OPERATOR/revoke' },
  handle:
    ({ operators }) =>
    async ({ params: { operator = '' }, actor }) =>
      describeOperator(await operators.revoke(operator, actor)),
})
