// The filter options of commands for licenses.

import { type Command, Option } from 'commander'
import type { LicenseStatus } from '../../licensing/licenses/license.ts'
import type { RequestedFilter } from '../../licensing/licenses/license-filter.ts'
import type { Mode } from '../../storage/store.ts'
import { shellQuoted } from '../output/shell-quoted.ts'
import { isoTime } from '../output/times.ts'
import { date, wholeNumber } from '../read-options.ts'

export type FilterOptions = {
  readonly search?: string
  readonly status?: LicenseStatus
  readonly plan?: string
  readonly mode?: Mode
  readonly expiresBefore?: number
  readonly usedOver?: number
  readonly site?: string
  readonly name?: string
  readonly email?: string
  readonly externalId?: string
}

export const withFilter = (command: Command): Command =>
  command
    .option(
      '--search <text>',
      'that contain this text in the name, the email address or a site, or have this id or key ending',
    )
    .addOption(
      new Option('--status <status>', 'with this status').choices(['active', 'suspended', 'expired', 'revoked']),
    )
    .option('--plan <name>', 'on this plan')
    .addOption(new Option('--mode <mode>', 'in this mode').choices(['live', 'test']))
    .option('--expires-before <date>', 'that expire or expired before this time', date)
    .option('--used-over <percent>', 'that used at least this share of this month’s scans', wholeNumber(1, 1_000))
    .option('--site <site>', 'that are used by this site')
    .option('--name <text>', 'whose name starts with this text')
    .option('--email <address>', 'with this email address')
    .option('--external-id <id>', 'with this id in your system')

/** Selects the filter options. */
export const toFilter = (options: FilterOptions): RequestedFilter => {
  const { search, status, plan, mode, expiresBefore, usedOver, site, name, email, externalId } = options
  return { search, status, plan, mode, expiresBefore, usedOver, site, name, email, externalId }
}

/** The filter as command-line arguments. */
export const filterArguments = (options: FilterOptions): readonly string[] =>
  Object.entries(toFilter(options)).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = name === 'expiresBefore' ? isoTime(Number(value)) : String(value)
    return [`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, shellQuoted(text)]
  })
