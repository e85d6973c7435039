import { endpoint } from '../endpoint.ts'
import { respondWithPosts } from './respond-with-posts.ts'
import { MAX_POSTS, PostsBody, PostsData } from './schema.ts'

export const posts = endpoint({
  path: '/posts',
  summary: 'Read selected posts',
  description: `Returns up to ${MAX_POSTS} posts of one platform in the normalized form, in the order of the request. Each entry is the post or its error; an error does not affect the others. Each returned post costs one scan, also if the request names it twice. Errors cost nothing. If the monthly quota or the burst limit allows only some posts, the first ones are read, and the others get \`quota_exceeded\` or \`rate_limited\`. If a platform cannot read single posts, each entry is \`unsupported_post_url\`.`,
  body: PostsBody,
  data: PostsData,
  example: { platform: 'sandbox', posts: ['1087'] },
  codes: ['platform_unknown', 'platform_not_in_plan', 'connection_unknown', 'connection_ended'],
  meter: 'scans',
  handle: (parts) => respondWithPosts(parts),
})
