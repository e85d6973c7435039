// Reads an account and the place of its statuses.

import { buildProfile } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import type { Account, AccountRequest } from '../../upstream/contract/source.ts'
import { timelineOf } from './canonicalize-timeline.ts'
import { findAccount } from './find-account.ts'
import { mapProfile } from './map-account.ts'
import type { AccountPlace } from './read-statuses.ts'

export const readAccount = async (request: AccountRequest<unknown>): Promise<Account<AccountPlace>> => {
  const timeline = timelineOf(request.handle)
  const tagged = timeline?.is === 'tagged' ? timeline : undefined
  const { handle, host, id, account } = await findAccount(request.send, tagged?.account ?? request.handle)
  if (tagged !== undefined) return tagIn(tagged.tag, { handle, host, id }, mapProfile(account, handle, host))
  return { id: handle, handle, profile: mapProfile(account, handle, host), keep: { handle, host, id } }
}

const tagIn = (tag: string, place: AccountPlace, profile: PlatformProfile): Account<AccountPlace> => {
  const handle = `${place.handle}/tagged/${tag}`
  const { bio, displayName, avatarUrl, bannerUrl } = profile
  const url = profile.url === null ? null : `${profile.url}/tagged/${encodeURIComponent(tag)}`
  const id = `section ${handle}`
  return {
    ...{ id, handle },
    profile: buildProfile({ ...{ id, handle, url, displayName, avatarUrl, bannerUrl, bio } }),
    keep: { ...place, tag },
  }
}
