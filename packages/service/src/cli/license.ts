// central-api license …: creates and manages licenses. A running service applies each change within a second.

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
import { date, orKeyword, wholeNumber } from './read-options.ts'

const JSON_OPTION = ['--json', 'print one JSON document'] as const
const MAX_HOURS = 366 * 24

export const registerLicense = (license: Command, io: Io): void => {
  withDetails(
    license
      .command('create')
      .description('create a license and its key, which is shown only once')
      .requiredOption('--plan <name>', 'the plan of the license')
      .option('--name <text>', 'who the license belongs to; people who connect an account read it')
      .addOption(
        new Option('--mode <mode>', 'a test license can only scan the sandbox')
          .choices(['live', 'test'])
          .default('live'),
      )
      .option('--expires <date>', 'when the license expires: 2027-01-31 (00:00 UTC) or 2027-01-31T18:00:00Z', date),
  )
    .option(...JSON_OPTION)
    .action((options) => createLicense(io, options))

  withFilter(
    license
      .command('list')
      .description('list licenses, newest first; filters can be combined')
      .option('--limit <count>', 'maximum number of licenses (default: 50; all with --json)', wholeNumber(1, 10_000))
      .addOption(new Option('--order <order>', 'the sort order').choices(LICENSE_ORDERS))
      .option('--before <id>', 'continue after this license'),
  )
    .option(...JSON_OPTION)
    .action((options) => listLicenses(io, options))

  license
    .command('show [id]')
    .description('show a license with its keys, sites and this month’s usage')
    .option('--external-id <id>', 'show the license with this id in your system')
    .option(...JSON_OPTION)
    .action((id, options, command: Command) => {
      if ((id === undefined) === (options.externalId === undefined)) {
        command.error('error: set the license id or --external-id')
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
      .description('change the plan, the name or other details; an empty text removes a detail')
      .option('--plan <name>', 'the new plan')
      .option('--name <text>', 'who the license belongs to; people who connect an account read it'),
  )
    .option('--no-metadata', 'remove all metadata')
    .option(...JSON_OPTION)
    .action((id, { json, ...change }, command: Command) => {
      if (Object.keys(change).length === 0) {
        command.error(`error: nothing to change; set --plan, --name, ${DETAIL_OPTIONS}`)
      }
      return changeLicense(io, id, change, json)
    })

  license
    .command('renew <id>')
    .description('set a new expiry; an expired license becomes active again')
    .requiredOption(
      '--expires <date>',
      '2027-01-31 (00:00 UTC), 2027-01-31T18:00:00Z or never',
      orKeyword('never', date),
    )
    .option(...JSON_OPTION)
    .action((id, options) => renewLicense(io, id, options))

  registerBulk(license, io)

  license
    .command('delete <id>')
    .description('permanently delete a license with its keys, its sites and all other data')
    .option('--yes', 'confirm the permanent deletion')
    .option(...JSON_OPTION)
    .action((id, options, command: Command) => {
      if (options.yes !== true) {
        command.error('error: a deleted license cannot be restored; add --yes to delete it, or revoke it instead')
      }
      return deleteLicense(io, id, options)
    })

  license
    .command('forget <email>')
    .description(
      'delete the data of a person: licenses with this email address, and their data in the audit trail and events',
    )
    .option('--dry-run', 'only show what would be deleted')
    .option('--yes', 'confirm the permanent deletion')
    .option(...JSON_OPTION)
    .action((email, options, command: Command) => {
      if ((options.dryRun === undefined) === (options.yes === undefined)) {
        command.error('error: add --dry-run to see what would be deleted, or --yes to delete it permanently')
      }
      return forgetLicenses(io, email, options)
    })

  license
    .command('rotate <id>')
    .description('create a new key, which is shown only once')
    .option('--overlap <hours>', 'how long the old key stays valid', wholeNumber(0, MAX_HOURS), 0)
    .option(...JSON_OPTION)
    .action((id, options) => rotateLicenseKey(io, id, options))

  license
    .command('sites <id>')
    .description('list the sites that count toward the plan’s limit')
    .option(...JSON_OPTION)
    .action((id, options) => listSites(io, id, options))

  license
    .command('release <id> <site>')
    .description('release a site to free its slot for another')
    .option(...JSON_OPTION)
    .action((id, site, options) => releaseSite(io, id, site, options))
}
