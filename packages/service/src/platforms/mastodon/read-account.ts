// Whose statuses they are, and where they are asked for.

import type { Account, AccountRequest } from '../contract/source.ts'
import { findAccount } from './find-account.ts'
import { mapProfile } from './map-account.ts'
import type { AccountPlace } from './read-statuses.ts'

export const readAccount = async ({ ask, handle }: AccountRequest<unknown>): Promise<Account<AccountPlace>> => {
  const { host, id, account } = await findAccount(ask, handle)
  return { id: handle, profile: mapProfile(account, handle), keep: { host, id } }
}
