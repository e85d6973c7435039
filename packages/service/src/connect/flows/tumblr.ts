// Tumblr: a blog of the person who consents. People have several, and one token for all of them.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, listIn, objectIn, textIn, urlIn } from './fields.ts'
import type { Connectable, ConnectFlow } from './flow.ts'

type Body = Readonly<Record<string, unknown>>

const toConnectable = (blog: Body): Connectable => {
  const avatars = 'avatar' in blog ? listIn(blog, 'avatar') : []
  return {
    id: idIn(blog, 'uuid', 'name'),
    handle: idIn(blog, 'name').toLowerCase(),
    displayName: textIn(blog, 'title', 'name'),
    url: urlIn(blog, 'url'),
    avatarUrl: urlIn(avatars[0] ?? {}, 'url'),
  }
}

/** The person writes in others' blogs, too. */
const isOwn = ({ admin }: Body): boolean => admin !== false

export const tumblrFlow: ConnectFlow = {
  dialect: DIALECTS.tumblr,
  name: 'Tumblr',
  noAccount: 'You have no blog of your own at Tumblr that can be read.',
  allows: ['See the list of your blogs', 'Read the posts of the blog that you choose'],
  scopes: {
    least: ['basic'],
    // Without the second one, Tumblr gives no refresh token, and the connection ends after 42 minutes.
    asked: ['basic', 'offline_access'],
    // The token of an owner reads private posts and blogs without a further scope.
    private: [],
  },
  renewal: { by: 'refresh_token', rotates: true },
  choosesOne: true,
  async accounts({ accessToken }, ask, _base, _app, include) {
    const body = await ask({
      url: 'https://api.tumblr.com/v2/user/info',
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const blogs = listIn(objectIn(objectIn(body, 'response'), 'user'), 'blogs').filter(isOwn)
    // Those that ask for a password.
    return blogs.filter(({ type }) => type !== 'private' || include.includes('private')).map(toConnectable)
  },
}
