// The fields of media that say where a file is at its platform, when responses name another URL.

import type { PlatformPost, Post } from './post.ts'

/** Whose URLs of images a response has: those of the platform, even if the service passes images on. */
export type ImagesOf = 'platform'

/** The post with all fields of its media, at the URLs of the platform. */
export const withServedMedia = <P extends PlatformPost>(post: P): Omit<P, 'media'> & Pick<Post, 'media'> => ({
  ...post,
  media: post.media.map((media) => ({ ...media, originalUrl: media.url, sizes: [] })),
})
