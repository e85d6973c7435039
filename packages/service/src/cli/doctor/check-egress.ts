// Whether the service's own requests go out as they should: one that cannot is refused alike for every platform and link.

import type { Config } from '../../config/read-config.ts'
import { tryEgress } from '../../egress/try-egress.ts'
import { userAgentOf } from '../../egress/user-agent.ts'
import { broken, type Finding, messageOf, ok } from './finding.ts'

export const checkEgress = async ({ contactUrl }: Pick<Config, 'contactUrl'>): Promise<Finding> => {
  const userAgent = userAgentOf(contactUrl)
  try {
    const arrived = await tryEgress(userAgent)
    if (arrived === userAgent) return ok('egress', `A request to this machine itself goes out, as ${userAgent}`)
    return broken('egress', `The User-Agent does not arrive as it is sent: ${userAgent}`, CHECK)
  } catch (error) {
    return broken('egress', `No request goes out, not even to this machine itself: ${messageOf(error)}`, CHECK)
  }
}

const CHECK = 'Check CONTACT_URL and BASE_URL, which the User-Agent is made of.'
