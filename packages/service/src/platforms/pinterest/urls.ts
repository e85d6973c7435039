// URLs of pins, at the hosts of all countries.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'
import { postOfId } from '../../urls/post-of-id.ts'

/** The API's origin. */
export const API = 'https://api.pinterest.com'
export const SITE = 'https://www.pinterest.com'

/** A pin's URL does not contain its owner. */
export const ownerOfPost = (): undefined => undefined

const ID = '\\d{5,24}'
const PIN = 'https://www.pinterest.com/pin/{id}/'

export const POSTS: PostAddresses = {
  parts: { id: ID, slug: '[^/]*--', country: '[a-z]{2,3}', ending: 'com|info|[a-z]{2}|com?\\.[a-z]{2}' },
  patterns: {
    'pinterest.com/pin/{id}/**': PIN,
    'pinterest.com/pin/{slug}{id}/**': PIN,
    'pinterest.com/amp/pin/{id}': PIN,
    // The embed frame of a pin.
    'assets.pinterest.com/ext/embed.html?id={id}': PIN,
  },
  hosts: { 'pinterest.{ending}': 'pinterest.com', '{country}.pinterest.{ending}': 'pinterest.com' },
  domains: ['pinterest.com', 'pin.it'],
  short: [
    'pin.it/{code}',
    'pinterest.com/url_shortener/{code}/redirect',
    'api.pinterest.com/url_shortener/{code}/redirect',
  ],
  ofId: postOfId(ID, PIN),
}

export const oembedUrl = oembedAt('https://www.pinterest.com/oembed.json')
