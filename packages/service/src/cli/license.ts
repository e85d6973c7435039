// central-api license …: makes licenses and leads them through their states. A running server knows within a second.

import { type Command, Option } from 'commander'
import { LICENSE_ORDERS } from '../storage/store.ts'
import type { Io } from './io.ts'
import { registerBulk } from './license/bulk.ts'
import { createLicense } from './license/create.ts'
import { deleteLicense } from './license/delete.ts'
import { DETAIL_OPTIONS, withDetails } from './license/details.ts'
import { withFilter } from './license/filter-options.ts'
import { forgetLicenses } from './license/forget.ts'
import { changeLicense, LIFECYCLE, renewLicense, rotateLicenseKey } from './license/lifecycle.ts'
import { listLicenses } from './license/list.ts'
import { showLicense } from './license/show.ts'
import { listSites, releaseSite } from './license/sites.ts'
import { date, orWord, wholeNumber } from './read-options.ts'

const JSON_OPTION = ['--json', 'print one JSON document'] as const
const MOST_HOURS = 366 * 24

export const registerLicense = (license: Command, io: Io): void => {
  withDetails(
    license
      .command('create')
      .description('make a license and its key, which is shown this once')
      .requiredOption('--plan <name>', 'the plan that limits it')
      .option('--name <text>', 'whose it is, for your own eyes')
      .addOption(
        new Option('--mode <mode>', 'a test license scans only the sandbox').choices(['live', 'test']).default('live'),
      )
      .option('--expires <date>', 'when it ends: 2027-01-31 (0:00 UTC), or 2027-01-31T18:00:00Z', date),
  )
    .option(...JSON_OPTION)
    .action((options) => createLicense(io, options))

  withFilter(
    license
      .command('list')
      .description('list licenses, newest first; with filters those that all of them let through')
      .option('--limit <count>', 'how many at most (default: 50; with --json all)', wholeNumber(1, 10_000))
      .addOption(new Option('--order <order>', 'which come first').choices(LICENSE_ORDERS))
      .option('--before <id>', 'go on behind this license'),
  )
    .option(...JSON_OPTION)
    .action((options) => listLicenses(io, options))

  license
    .command('show [id]')
    .description('show a license with its keys, its sites and what it used this month')
    .option('--external-id <id>', 'the one with this id in a system of yours')
    .option(...JSON_OPTION)
    .action((id, options, command: Command) => {
      if ((id === undefined) === (options.externalId === undefined)) {
        command.error('error: name the license, by its id or with --external-id')
      }
      return showLicense(io, id, options)
    })

  for (const action of LIFECYCLE) {
    license
      .command(`${action.name} <id>`)
      .description(action.description)
      .option(...JSON_OPTION)
      .action((id, options) => action.run(io, id, options))
  }

  withDetails(
    license
      .command('change <id>')
      .description('give it another plan or name, or note something else of it; an empty text takes away')
      .option('--plan <name>', 'the plan that limits it from now on')
      .option('--name <text>', 'whose it is, for your own eyes'),
  )
    .option('--no-metadata', 'take all texts of your own away')
    .option(...JSON_OPTION)
    .action((id, { json, ...written }, command: Command) => {
      if (Object.keys(written).length === 0) {
        command.error(`error: nothing to change; name --plan, --name, ${DETAIL_OPTIONS}`)
      }
      return changeLicense(io, id, written, json)
    })

  license
    .command('renew <id>')
    .description('set when it ends; an expired license is active again')
    .requiredOption('--expires <date>', '2027-01-31 (0:00 UTC), 2027-01-31T18:00:00Z, or never', orWord('never', date))
    .option(...JSON_OPTION)
    .action((id, options) => renewLicense(io, id, options))

  registerBulk(license, io)

  license
    .command('delete <id>')
    .description('take it away with its keys, its sites and all that is known of it, for good')
    .option('--yes', 'yes, for good')
    .option(...JSON_OPTION)
    .action((id, options, command: Command) => {
      if (options.yes !== true) {
        command.error('error: a deleted license cannot be brought back; say --yes to delete it, or revoke it instead')
      }
      return deleteLicense(io, id, options)
    })

  license
    .command('forget <email>')
    .description(
      'delete what is known of a person: licenses with this address, and what the trail and events say of it',
    )
    .option('--dry-run', 'only say what would be deleted')
    .option('--yes', 'yes, for good')
    .option(...JSON_OPTION)
    .action((email, options, command: Command) => {
      if ((options.dryRun === undefined) === (options.yes === undefined)) {
        command.error('error: say --dry-run to see what would be deleted, or --yes to delete it for good')
      }
      return forgetLicenses(io, email, options)
    })

  license
    .command('rotate <id>')
    .description('make a new key, which is shown this once')
    .option('--overlap <hours>', 'how long the old key still works', wholeNumber(0, MOST_HOURS), 0)
    .option(...JSON_OPTION)
    .action((id, options) => rotateLicenseKey(io, id, options))

  license
    .command('sites <id>')
    .description('list the sites that count against the plan')
    .option(...JSON_OPTION)
    .action((id, options) => listSites(io, id, options))

  license
    .command('release <id> <site>')
    .description('take a site off, so that there is room for another')
    .option(...JSON_OPTION)
    .action((id, site, options) => releaseSite(io, id, site, options))
}
