// Reads a connected made-up account: with its token, from the sandbox's provider, which answers in this process.

import { jsonObject } from '../../parsing/json-value.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest } from '../../upstream/contract/source.ts'
import type { Item } from './made-up-kinds.ts'
import { readAccount as readPublicAccount } from './read-sandbox.ts'
import type { SandboxSettings } from './settings.ts'
import { SANDBOX_ORIGIN } from './urls.ts'

export { readPost, readPosts } from './read-sandbox.ts'

export const readAccount = async (request: AccountRequest<SandboxSettings>): Promise<Account<readonly Item[]>> => {
  const { handle, send } = request
  const { accounts } = jsonObject((await send({ url: `${SANDBOX_ORIGIN}/oauth/accounts` })).json())
  const isOwn = Array.isArray(accounts) && accounts.some((each) => jsonObject(each).handle === handle)
  if (!isOwn) throw new Refused('absent')
  return readPublicAccount(request)
}
