// Which licenses a command is about, as options.

import { type Command, Option } from 'commander'
import type { LicenseStatus } from '../../licensing/licenses/license.ts'
import type { RequestedFilter } from '../../licensing/licenses/license-filter.ts'
import type { Mode } from '../../storage/store.ts'
import { shellQuoted } from '../output/shell-quoted.ts'
import { isoTime } from '../output/times.ts'
import { date, wholeNumber } from '../read-options.ts'

export type WrittenFilter = {
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
    .option('--search <text>', 'with this in the name, the address or a site, as an id, or at the end of the key')
    .addOption(
      new Option('--status <status>', 'in this state now').choices(['active', 'suspended', 'expired', 'revoked']),
    )
    .option('--plan <name>', 'of this plan')
    .addOption(new Option('--mode <mode>', 'of this mode').choices(['live', 'test']))
    .option('--expires-before <date>', 'that end, or ended, before then', date)
    .option('--used-over <percent>', 'that used at least so much of their scans of this month', wholeNumber(1, 1_000))
    .option('--site <site>', 'that this site uses')
    .option('--name <text>', 'whose name begins so')
    .option('--email <address>', 'with this address')
    .option('--external-id <id>', 'with this id in a system of yours')

/** Only what is a part of the filter. */
export const toFilter = (written: WrittenFilter): RequestedFilter => {
  const { search, status, plan, mode, expiresBefore, usedOver, site, name, email, externalId } = written
  return { search, status, plan, mode, expiresBefore, usedOver, site, name, email, externalId }
}

/** The options as they are written again. */
export const writeFilter = (written: WrittenFilter): readonly string[] =>
  Object.entries(toFilter(written)).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = name === 'expiresBefore' ? isoTime(Number(value)) : String(value)
    return [`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, shellQuoted(text)]
  })
