// central-api operator …: those who may use the operator's API and pages, each with a token and a role. Needs no ADMIN_TOKEN,
// but without one the API is closed to all of them.

import { type Command, Option } from 'commander'
import { describeOperator } from '../licensing/operators/describe-operator.ts'
import { OPERATOR_ROLES, ROLE_NAMES } from '../licensing/operators/roles.ts'
import type { OperatorRecord, OperatorRole } from '../storage/store.ts'
import { commandActor } from './command-actor.ts'
import type { Io } from './io.ts'
import { withCore, withProvenPepper } from './open-parts.ts'
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
    .description('make an operator and its token, which is shown this once')
    .requiredOption('--name <text>', 'who it is, as the audit trail is to tell it; a name is given once')
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLE_NAMES).makeOptionMandatory())
    .option(...JSON_OPTION)
    .action((options) => createOperator(io, options))

  operator
    .command('list')
    .description('list the operators, those included that are revoked')
    .option(...JSON_OPTION)
    .action(({ json }: JsonOption) =>
      withCore(io, async ({ operators }) => {
        const found = await operators.list()
        if (json) printJson(io, found.map(describeOperator))
        else io.out(found.length === 0 ? NOBODY : view(found, io))
      }),
    )

  operator
    .command('revoke <name>')
    .description('refuse its token from now on, by name or id; this is final, and is not asked twice')
    .option(...JSON_OPTION)
    .action((name: string, { json }: JsonOption) =>
      withCore(io, async ({ operators }) => {
        const revoked = await operators.revoke(name, commandActor(io, 'operator revoke'))
        if (json) printJson(io, describeOperator(revoked))
        else io.out(`Operator ${printable(revoked.name)} is revoked: its token is refused from now on.\n`)
      }),
    )
}

const NOBODY = 'There is no operator but the holder of ADMIN_TOKEN.\n'

type CreateOptions = JsonOption & { readonly name: string; readonly role: OperatorRole }

const createOperator = (io: Io, { name, role, json }: CreateOptions): Promise<void> =>
  withProvenPepper(
    io,
    async ({ operators }) => {
      const { operator, token } = await operators.create(name, role, commandActor(io, 'operator create'))
      if (json) return printJson(io, { ...describeOperator(operator), token })
      const { bold } = styleFor(io)
      io.out(`Made the operator ${bold(printable(operator.name))}: ${role} ${OPERATOR_ROLES[role]}.

Its token, shown this once (only a hash of it is kept):

  ${bold(token)}

It signs in at /console, and is the bearer token of /admin/v1.
`)
    },
    'make',
  )

const view = (operators: readonly OperatorRecord[], io: Io): string => {
  const { dim } = styleFor(io)
  const time = (at: number | null, none: string) => (at === null ? none : localTime(at, io.timeZone))
  return table([
    ['NAME', 'ROLE', 'MADE', 'LAST USED', 'STATE'].map((text) => ({ text, paint: dim })),
    ...operators.map(({ name, role, createdAt, lastUsedAt, revokedAt }) => [
      printable(name),
      role,
      localTime(createdAt, io.timeZone),
      time(lastUsedAt, 'never'),
      revokedAt === null ? 'works' : `revoked ${localTime(revokedAt, io.timeZone)}`,
    ]),
  ])
}
