// Checks that outbound requests can be sent: a failure here affects all platforms and links.

import type { Config } from '../../config/read-config.ts'
import { tryEgress } from '../../egress/try-egress.ts'
import { userAgentOf } from '../../egress/user-agent.ts'
import { broken, type Finding, messageOf, ok } from './finding.ts'

export const checkEgress = async ({ contactUrl }: Pick<Config, 'contactUrl'>): Promise<Finding> => {
  const userAgent = userAgentOf(contactUrl)
  try {
    const arrived = await tryEgress(userAgent)
    if (arrived === userAgent) return ok('egress', `Outbound requests work, with the User-Agent ${userAgent}`)
    return broken('egress', `The User-Agent arrives changed: ${userAgent}`, CHECK)
  } catch (error) {
    return broken('egress', `Outbound requests fail, even to this machine: ${messageOf(error)}`, CHECK)
  }
}

const CHECK = 'Check CONTACT_URL and BASE_URL, which are part of the User-Agent.'
