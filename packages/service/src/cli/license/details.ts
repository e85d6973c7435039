// Options for the details of a license. An empty text removes a detail.

import type { Command } from 'commander'
import type { LicenseDetails } from '../../storage/store.ts'
import { nameValue } from '../read-options.ts'

/** The parsed options. `metadata` is false with `--no-metadata`. */
export type DetailOptions = {
  readonly externalId?: string
  readonly email?: string
  readonly notes?: string
  readonly metadata?: Readonly<Record<string, string>> | false
}

export const DETAIL_OPTIONS = '--external-id, --email, --notes or --metadata'

export const withDetails = (command: Command): Command =>
  command
    .option('--external-id <id>', 'the id of the license in your system, which must be unique')
    .option('--email <address>', 'the customer’s email address')
    .option('--notes <text>', 'notes for operators')
    .option('--metadata <name=text>', 'your own data under a name; can be repeated', nameValue)

export const toDetails = ({ metadata, ...texts }: DetailOptions): Partial<LicenseDetails> => ({
  ...texts,
  ...(metadata !== undefined && { metadata: metadata === false ? {} : metadata }),
})
