// Vimeo: any account, by its owner's consent. Tokens do not end.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, listIn, objectIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'

const lastPartOf = (url: string): string => url.split('/').at(-1) ?? ''

const pictureOf = (user: Readonly<Record<string, unknown>>): string | null => {
  const sizes = 'pictures' in user && user.pictures !== null ? listIn(objectIn(user, 'pictures'), 'sizes') : []
  const largest = sizes.at(-1)
  return largest === undefined ? null : urlIn(largest, 'link')
}

export const vimeoFlow: ConnectFlow = {
  dialect: DIALECTS.vimeo,
  name: 'Vimeo',
  allows: ['Read your profile', 'Read your videos'],
  scopes: { least: ['public'], asked: ['public'], private: ['private'] },
  revoke: (token, call) =>
    call('https://api.vimeo.com/tokens', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }),
  async accounts({ account = {} }) {
    const id = lastPartOf(idIn(account, 'uri'))
    const url = urlIn(account, 'link')
    return [
      {
        id,
        handle: url === null ? `user${id}` : lastPartOf(url).toLowerCase(),
        displayName: textIn(account, 'name'),
        url,
        avatarUrl: pictureOf(account),
      },
    ]
  },
}
