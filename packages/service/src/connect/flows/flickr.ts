// Flickr: any account, by its owner's consent. Tokens do not end.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, objectIn, textIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'

type Body = Readonly<Record<string, unknown>>

/** Texts are objects with `_content`. */
const contentIn = (body: Body, name: string): string | null =>
  typeof body[name] === 'object' && body[name] !== null ? textIn(objectIn(body, name), '_content') : null

/** https://www.flickr.com/services/api/misc.buddyicons.html */
const iconOf = (nsid: string, { iconserver, iconfarm }: Body): string | null =>
  Number(iconserver) > 0 && Number(iconfarm) > 0
    ? `https://farm${Number(iconfarm)}.staticflickr.com/${Number(iconserver)}/buddyicons/${nsid}.jpg`
    : null

export const flickrFlow: ConnectFlow = {
  dialect: DIALECTS.flickr,
  name: 'Flickr',
  allows: ['Read your profile', 'Read your photos and videos'],
  // The permission to read, which Flickr gives as a whole, covers private photos.
  scopes: { least: [], asked: [], private: [] },
  async accounts({ account = {} }, ask, _base, { clientId }) {
    const nsid = idIn(account, 'user_nsid')
    // Shown to anybody with a key, which the id of an application is.
    const body = await ask({
      url: 'https://api.flickr.com/services/rest/',
      query: {
        ...{ method: 'flickr.people.getInfo', format: 'json', nojsoncallback: '1' },
        ...{ api_key: clientId, user_id: nsid },
      },
    })
    const person = objectIn(body, 'person')
    const alias = textIn(person, 'path_alias')?.toLowerCase() ?? nsid
    return [
      {
        id: nsid,
        handle: alias,
        displayName: contentIn(person, 'realname') ?? contentIn(person, 'username') ?? textIn(account, 'username'),
        url: `https://www.flickr.com/photos/${encodeURIComponent(alias).replace('%40', '@')}/`,
        avatarUrl: iconOf(nsid, person),
      },
    ]
  },
}
