// Any spelling of a Misskey account → `user@host` in lower case. Servers compare names without regard to case.

import { joinActor, readProfile } from '../../urls/actor.ts'

/** Tabs and feeds of a profile. */
const TABS = [
  ...['notes', 'activity', 'achievements', 'reactions', 'clips', 'lists', 'pages', 'flashs', 'gallery', 'files', 'raw'],
  ...['featured', 'media', 'photos', 'followers', 'following', 'with_replies', 'home', 'timeline'],
]
const END = `(?:\\.(?:atom|rss|json)|/(?:${TABS.join('|')}))?`
const HOST = '[^/@.]+(?:\\.[^/@.]+)+\\.?'

/** On the account's server, on another server, or in a web client for many servers. */
const PROFILE_PATHS = [
  `/@(?<user>[^/@]+)@(?<remote>[^/@]+?)${END}`,
  `/@(?<user>[^/@]+?)${END}`,
  `/(?<remote>${HOST})/@(?<user>[^/@]+?)${END}`,
  `/${HOST}/@(?<user>[^/@]+)@(?<remote>[^/@]+?)${END}`,
  // Remote users in the apps of Firefish and Iceshrimp.
  `/(?:user|users|profile)/(?<user>[^/@]+)@(?<remote>[^/@]+?)${END}`,
].map((path) => new RegExp(`^${path}$`))

/** A remote profile on this server (`https://here/@user@there`) means the account on its own server. Returns undefined
 * when the input is not an account. */
export const canonicalizeUser = (input: string): string | undefined =>
  readProfile(
    input,
    (sign, actor) => (sign === '!' ? undefined : actor),
    ({ host, path }) => {
      for (const pattern of PROFILE_PATHS) {
        const groups = pattern.exec(path)?.groups
        if (groups) return joinActor(groups.user, groups.remote ?? host)
      }
      return undefined
    },
  )
