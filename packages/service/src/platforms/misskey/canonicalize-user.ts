// Every way to write an account of a Misskey → `user@host`, in lower case: servers match names without regard to case.

import { joinActor, readActor, readProfileAddress } from '../addresses/actor.ts'

/** Tabs of a profile, and its feeds. */
const END =
  '(?:\\.(?:atom|rss|json)|/(?:notes|activity|achievements|reactions|clips|lists|pages|flashs|gallery|files|raw))?'
const PROFILE_PATHS = [
  new RegExp(`^/@(?<user>[^/@]+)@(?<remote>[^/@]+?)${END}$`),
  new RegExp(`^/@(?<user>[^/@]+?)${END}$`),
]

/** undefined when the input is no account. One of another server, as seen on this one (`https://here/@user@there`), is the
 * account on its own server. */
export const canonicalizeUser = (input: string): string | undefined => {
  const text = input.trim()
  const read = readActor(text)
  if (read) return read.sign === '!' ? undefined : read.actor
  const address = readProfileAddress(text)
  for (const pattern of address ? PROFILE_PATHS : []) {
    const groups = pattern.exec(address?.path ?? '')?.groups
    if (groups) return joinActor(groups.user, groups.remote ?? address?.host)
  }
  return undefined
}
