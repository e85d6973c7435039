// Every way to write an account of a Misskey → `user@host`, in lower case: servers match names without regard to case.

import { joinActor, readProfile } from '../../urls/actor.ts'

/** Tabs of a profile, and its feeds. */
const TABS = [
  ...['notes', 'activity', 'achievements', 'reactions', 'clips', 'lists', 'pages', 'flashs', 'gallery', 'files', 'raw'],
  ...['featured', 'media', 'photos', 'followers', 'following', 'with_replies', 'home', 'timeline'],
]
const END = `(?:\\.(?:atom|rss|json)|/(?:${TABS.join('|')}))?`
const HOST = '[^/@.]+(?:\\.[^/@.]+)+\\.?'

/** As seen on any server, or in a viewer of many. */
const PROFILE_PATHS = [
  `/@(?<user>[^/@]+)@(?<remote>[^/@]+?)${END}`,
  `/@(?<user>[^/@]+?)${END}`,
  `/(?<remote>${HOST})/@(?<user>[^/@]+?)${END}`,
  `/${HOST}/@(?<user>[^/@]+)@(?<remote>[^/@]+?)${END}`,
  // Users of another one, in the apps of Firefish and Iceshrimp.
  `/(?:user|users|profile)/(?<user>[^/@]+)@(?<remote>[^/@]+?)${END}`,
].map((path) => new RegExp(`^${path}$`))

/** undefined when the input is no account. One of another server, as seen on this one (`https://here/@user@there`), is the
 * account on its own server. */
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
