// Reads an account and the place of its statuses.

import type { Account, AccountRequest } from '../../upstream/contract/source.ts'
import { findAccount } from './find-account.ts'
import { mapProfile } from './map-account.ts'
import type { AccountPlace } from './read-statuses.ts'

export const readAccount = async (request: AccountRequest<unknown>): Promise<Account<AccountPlace>> => {
  const { handle, host, id, account } = await findAccount(request.send, request.handle)
  return { id: handle, handle, profile: mapProfile(account, handle, host), keep: { handle, host, id } }
}
