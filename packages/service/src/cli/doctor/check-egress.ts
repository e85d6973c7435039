// Checks that outbound requests can be sent, by one to this machine: a failure here affects all platforms and links. It does not
// use DNS or the internet connection, which --online tests.

import type { Config } from '../../config/read-config.ts'
import { tryEgress } from '../../egress/try-egress.ts'
import { userAgentOf } from '../../egress/user-agent.ts'
import { broken, type Finding, messageOf, ok } from './finding.ts'

export const checkEgress = async ({ contactUrl }: Pick<Config, 'contactUrl'>, online: boolean): Promise<Finding> => {
  const userAgent = userAgentOf(contactUrl)
  try {
    const arrived = await tryEgress(userAgent)
    if (arrived === userAgent) return ok('egress', `The User-Agent is ${userAgent}.${online ? '' : NOT_TESTED}`)
    return broken('egress', `The User-Agent arrives changed: ${userAgent}`, CHECK)
  } catch (error) {
    return broken('egress', `Outbound requests fail, even to this machine: ${messageOf(error)}`, CHECK)
  }
}

const NOT_TESTED = ' DNS and the internet connection are not tested without --online'

const CHECK = 'Check CONTACT_URL and BASE_URL, which are part of the User-Agent.'
