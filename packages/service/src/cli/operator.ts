// central-api operator …: manages operators, who use the admin API and the console with their own token and role. The commands
// need no ADMIN_TOKEN, but without one the service disables the admin API.

import { type Command, Option } from 'commander'
import { describeOperator } from '../licensing/operators/describe-operator.ts'
import { OPERATOR_ROLES, ROLE_NAMES } from '../licensing/operators/roles.ts'
import type { OperatorRecord, OperatorRole } from '../storage/store.ts'
import { commandActor } from './command-actor.ts'
import type { Io } from './io.ts'
import { withCore, withVerifiedPepper } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { printable } from './output/printable.ts'
import { styleFor } from './output/style.ts'
import { table } from './output/table.ts'
import { localTime } from './output/times.ts'

type JsonOption = { readonly json?: true }

const JSON_OPTION = ['--json', 'print one JSON document'] as const

export const registerOperator = (operator: Command, io: Io): void => {
  operator
    .command('create')
    .description('create an operator and its token, which is shown only once')
    .requiredOption('--name <text>', 'the name in the audit trail; each name can be used only once')
    .addOption(new Option('--role <role>', 'the permissions of the operator').choices(ROLE_NAMES).makeOptionMandatory())
    .option(...JSON_OPTION)
    .action((options) => createOperator(io, options))

  operator
    .command('list')
    .description('list the operators, including revoked ones')
    .option(...JSON_OPTION)
    .action(({ json }: JsonOption) =>
      withCore(io, async ({ operators }) => {
        const found = await operators.list()
        if (json) printJson(io, found.map(describeOperator))
        else io.out(found.length === 0 ? NO_OPERATORS : view(found, io))
      }),
    )

  operator
    .command('revoke <name>')
    .description('revoke the token of an operator by name or id; this is final and needs no confirmation')
    .option(...JSON_OPTION)
    .action((name: string, { json }: JsonOption) =>
      withCore(io, async ({ operators }) => {
        const revoked = await operators.revoke(name, commandActor(io, 'operator revoke'))
        if (json) printJson(io, describeOperator(revoked))
        else io.out(`Operator ${printable(revoked.name)} is revoked. Its token is no longer valid.\n`)
      }),
    )
}

const NO_OPERATORS = 'There are no operators. Only ADMIN_TOKEN gives access.\n'

type CreateOptions = JsonOption & { readonly name: string; readonly role: OperatorRole }

const createOperator = (io: Io, { name, role, json }: CreateOptions): Promise<void> =>
  withVerifiedPepper(
    io,
    async ({ operators }) => {
      const { operator, token } = await operators.create(name, role, commandActor(io, 'operator create'))
      if (json) return printJson(io, { ...describeOperator(operator), token })
      const { bold } = styleFor(io)
      io.out(`Created operator ${bold(printable(operator.name))}: ${role} ${OPERATOR_ROLES[role]}.

Its token is shown only once (the service stores only its hash):

  ${bold(token)}

Use the token to sign in at /console, and as the bearer token of /admin/v1.
`)
    },
    'create',
  )

const view = (operators: readonly OperatorRecord[], io: Io): string => {
  const { dim } = styleFor(io)
  const time = (at: number | null, none: string) => (at === null ? none : localTime(at, io.timeZone))
  return table([
    ['NAME', 'ROLE', 'CREATED', 'LAST USED', 'STATUS'].map((text) => ({ text, paint: dim })),
    ...operators.map(({ name, role, createdAt, lastUsedAt, revokedAt }) => [
      printable(name),
      role,
      localTime(createdAt, io.timeZone),
      time(lastUsedAt, 'never'),
      revokedAt === null ? 'active' : `revoked ${localTime(revokedAt, io.timeZone)}`,
    ]),
  ])
}
