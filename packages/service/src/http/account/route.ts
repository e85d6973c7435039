import { ApiError } from '../../errors.ts'
import { endpoint } from '../endpoint.ts'
import { okEnvelope } from '../envelope.ts'
import { describeAccount } from './describe-account.ts'
import { RELEASES_WITHOUT_LIMIT, releaseSite } from './release-site.ts'
import { AccountBody, AccountData } from './schema.ts'

/** Enough for a settings page that is looked at, and for no loop. */
const CALLS_PER_MINUTE = 60

export const account = endpoint({
  path: '/account',
  summary: 'Look at the license',
  description: `The license of the token: its plan’s limits and what is used of each, its sites, and the platforms that it may scan now. Free of charge, at most ${CALLS_PER_MINUTE} calls a minute for each license.\n\nWith \`release\` the place of a site is freed first, as its own uninstalling should do. A license may release as many sites a day (UTC) as its plan has, and ${RELEASES_WITHOUT_LIMIT} where the plan has no limit of sites; a site that has no place costs none of them. The site counts anew as soon as it calls again.`,
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
