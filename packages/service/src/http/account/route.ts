import { ApiError } from '../../errors.ts'
import { endpoint } from '../endpoint.ts'
import { okEnvelope } from '../envelope.ts'
import { describeAccount } from './describe-account.ts'
import { RELEASES_WITHOUT_LIMIT, releaseSite } from './release-site.ts'
import { AccountBody, AccountData } from './schema.ts'

/** Enough for people who open a settings page, too few for a polling loop. */
const CALLS_PER_MINUTE = 60

export const account = endpoint({
  path: '/account',
  summary: 'Show the license',
  description: `Returns the license of the token: the limits of its plan and how much of each is used, its sites, and the platforms it may scan now. Free of charge, at most ${CALLS_PER_MINUTE} calls a minute for each license.\n\nSend \`release\` to free the slot of a site first, for example when your plugin is uninstalled. A license may release as many sites a day (UTC) as its plan allows, or ${RELEASES_WITHOUT_LIMIT} if the plan has no site limit. Releasing a site that does not count is free. A released site counts again as soon as it uses the license.`,
  body: AccountBody,
  data: AccountData,
  example: {},
  codes: [],
  needsToken: true,
  handle: (parts) => async (request) => {
    const { caller } = request
    if (!caller) throw new ApiError('token_missing')
    await parts.allowances.take(caller.license.id, 'account', CALLS_PER_MINUTE)
    const { release } = request.body as AccountBody
    if (release !== undefined) await releaseSite(parts, caller, release)
    return okEnvelope(await describeAccount(parts, caller))
  },
})
