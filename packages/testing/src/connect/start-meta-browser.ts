// A person who connects accounts of a simulated platform of Meta, and reads them.

import type { TestContext } from 'node:test'
import { facebook } from '@central-api/service/platforms/facebook/facebook.ts'
import { instagram } from '@central-api/service/platforms/instagram/instagram.ts'
import { threads } from '@central-api/service/platforms/threads/threads.ts'
import { startBrowser } from './connect-by-browser.ts'
import { type OwnPlatform, simulateAccounts } from './simulated-accounts.ts'
import { OPERATOR, type Provider } from './simulated-providers.ts'

const PLATFORMS = { facebook, instagram, threads }

export const startMetaBrowser = async (
  context: TestContext,
  id: OwnPlatform,
  more: Readonly<Record<string, string>> = {},
) => {
  let given: Provider | undefined
  const clock: { now: () => number } = { now: Date.now }
  const accounts = simulateAccounts(
    id,
    (token) => given?.secrets.includes(token) === true,
    () => clock.now(),
  )
  const prefix = id.toUpperCase()
  const browser = await startBrowser(context, {
    id,
    platform: PLATFORMS[id],
    environment: {
      [`${prefix}_CLIENT_ID`]: OPERATOR.clientId,
      [`${prefix}_CLIENT_SECRET`]: OPERATOR.clientSecret,
      ...more,
    },
    read(url, provider) {
      given = provider
      return accounts.respond(url)
    },
  })
  clock.now = () => browser.clock.at
  return { ...browser, accounts }
}
