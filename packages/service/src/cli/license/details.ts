// What an operator notes of a license, as options of a command. An empty text takes away what was noted.

import type { Command } from 'commander'
import type { LicenseDetails } from '../../storage/store.ts'
import { entry } from '../read-options.ts'

/** The options as they are written; `metadata` is false after `--no-metadata`. */
export type WrittenDetails = {
  readonly externalId?: string
  readonly email?: string
  readonly notes?: string
  readonly metadata?: Readonly<Record<string, string>> | false
}

export const DETAIL_OPTIONS = '--external-id, --email, --notes or --metadata'

export const withDetails = (command: Command): Command =>
  command
    .option('--external-id <id>', 'its id in a system of yours, which no other license has')
    .option('--email <address>', 'the customer’s address')
    .option('--notes <text>', 'whatever is worth a note')
    .option('--metadata <name=text>', 'a text under a name of your own; once for each of them', entry)

export const toDetails = ({ metadata, ...texts }: WrittenDetails): Partial<LicenseDetails> => ({
  ...texts,
  ...(metadata !== undefined && { metadata: metadata === false ? {} : metadata }),
})
