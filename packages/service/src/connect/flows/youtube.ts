// YouTube channels, by the consent of the Google account that owns them.
// https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, listIn, objectIn, textIn, urlIn } from './fields.ts'
import type { Connectable, ConnectFlow } from './flow.ts'

const READ = 'https://www.googleapis.com/auth/youtube.readonly'

type Body = Readonly<Record<string, unknown>>

const avatarOf = ({ thumbnails }: Body): string | null => {
  const sizes = (thumbnails ?? {}) as Readonly<Record<string, Body | undefined>>
  return urlIn(sizes.high ?? sizes.medium ?? sizes.default ?? {}, 'url')
}

const toConnectable = (channel: Body): Connectable => {
  const id = idIn(channel, 'id')
  const snippet = objectIn(channel, 'snippet')
  // Channels that never chose a name have none. Older names lack the sign.
  const name = textIn(snippet, 'customUrl')?.replace(/^(?!@)/, '@') ?? null
  return {
    id,
    handle: name ?? id,
    displayName: textIn(snippet, 'title', 'customUrl'),
    url: `https://www.youtube.com/${name === null ? `channel/${id}` : encodeURI(name)}`,
    avatarUrl: avatarOf(snippet),
  }
}

export const youtubeFlow: ConnectFlow = {
  dialect: DIALECTS.youtube,
  name: 'YouTube',
  noAccount: 'Your Google account has no YouTube channel.',
  allows: ['Read your channel', 'Read your videos'],
  uses: {
    [READ]: 'The website shows the name, the image and the videos of the channel in YouTube’s player.',
  },
  scopes: { least: [READ], asked: [READ] },
  renewal: { by: 'refresh_token', rotates: false },
  async accounts({ accessToken }, ask) {
    const body = await ask({
      url: 'https://youtube.googleapis.com/youtube/v3/channels',
      query: { part: 'snippet', mine: 'true', maxResults: '50' },
      headers: { authorization: `Bearer ${accessToken}` },
    })
    // A Google account without a channel: an empty list may lack `items`.
    return body.items === undefined ? [] : listIn(body, 'items').map(toConnectable)
  },
}
