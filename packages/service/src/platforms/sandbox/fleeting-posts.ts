// Posts that expire: an image whose URL expires after a minute, one that rejects other sites, a post that disappears.

import { buildMedia, buildPost } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { textToHtml } from '../../post/text.ts'
import { DEMO_AUTHOR } from './made-up-profile.ts'
import { SANDBOX_ORIGIN } from './urls.ts'

/** The lifetime of these posts, from when their page was fetched. */
export const FLEETING_SECONDS = 60

const image = (name: string) =>
  buildMedia({
    type: 'image',
    url: `${SANDBOX_ORIGIN}/media/${name}`,
    width: 800,
    height: 600,
    alt: 'A made-up picture',
  })

const post = (id: string, seconds: number, text: string, media: PlatformPost['media'] = []): PlatformPost =>
  buildPost({
    ...{ id, url: `${SANDBOX_ORIGIN}/@fleeting/${id}`, text, html: textToHtml(text), language: 'en', media },
    ...{ author: DEMO_AUTHOR, publishedAt: new Date(seconds * 1000).toISOString(), pinned: false, sensitive: false },
  })

/** The posts as of `now`, in milliseconds since the epoch; newest first. The id of the disappearing post is the second at which it
 * disappears. */
export const makeFleetingPosts = (now: number): readonly PlatformPost[] => {
  const seconds = Math.floor(now / 1000)
  const end = seconds + FLEETING_SECONDS
  return [
    post(String(end), seconds, 'This post is gone a minute after it was fetched.'),
    post('2', seconds - 60, 'The address of this picture ends a minute after it was fetched.', [
      image(`until/${end}.png`),
    ]),
    post('1', seconds - 120, 'This picture is refused to pages of other sites.', [image('guarded.png')]),
  ]
}

/** The post with an id; undefined when it has disappeared or never existed. */
export const findFleetingPost = (id: string, now: number): PlatformPost | undefined => {
  const [vanishing, ...others] = makeFleetingPosts(now)
  const end = Number(id)
  const isThere = /^\d{10}$/.test(id) && end * 1000 > now && end * 1000 <= now + FLEETING_SECONDS * 1000
  return isThere && vanishing
    ? { ...vanishing, id, url: `${SANDBOX_ORIGIN}/@fleeting/${id}` }
    : others.find((each) => each.id === id)
}
