// The profiles of the sandbox. The bio of each says that it is fictional.

import { buildAuthor, buildProfile } from '../../post/build-post.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { textToHtml } from '../../post/text.ts'
import { SANDBOX_ORIGIN } from './urls.ts'

export const BIO = 'Sandbox: made-up posts to build and test with.\nNothing here comes from a person or a platform.'

const AVATAR_URL = `${SANDBOX_ORIGIN}/media/avatar.png`

export const DEMO_AUTHOR: Author = buildAuthor({
  id: 'sandbox-1',
  handle: 'demo',
  displayName: 'Sandbox demo 🧪',
  url: `${SANDBOX_ORIGIN}/@demo`,
  avatarUrl: AVATAR_URL,
})

/** The author of reposted, replied-to and quoted posts. */
export const OTHER_AUTHOR: Author = buildAuthor({
  id: 'sandbox-2',
  handle: 'other',
  displayName: 'Sandbox other',
  url: `${SANDBOX_ORIGIN}/@other`,
})

/** The profile of any handle of the sandbox. The one without posts also lacks every optional field. */
export const makeProfile = (handle: string, posts: number): PlatformProfile => {
  const common = {
    handle,
    displayName: handle === 'demo' ? DEMO_AUTHOR.displayName : `Sandbox ${handle}`,
    bio: { text: BIO, html: textToHtml(BIO) },
  }
  if (posts === 0) return buildProfile({ ...common, counts: { posts } })
  return buildProfile({
    ...common,
    id: DEMO_AUTHOR.id,
    url: `${SANDBOX_ORIGIN}/@${handle}`,
    avatarUrl: AVATAR_URL,
    bannerUrl: `${SANDBOX_ORIGIN}/media/banner.png`,
    movedTo: handle === 'moved' ? DEMO_AUTHOR : null,
    verified: false,
    createdAt: '2020-02-29T23:59:59.000Z',
    counts: { followers: 12_345, posts },
  })
}
