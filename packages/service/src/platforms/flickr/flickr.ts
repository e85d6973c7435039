// Flickr by the addresses of its photos.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const flickr = postsOnly({ id: 'flickr', name: 'Flickr', posts: POSTS, oembed: oembedUrl })
