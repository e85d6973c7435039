import { endpoint } from '../endpoint.ts'
import { respondWithPosts } from './respond-with-posts.ts'
import { MOST_POSTS, PostsBody, PostsData } from './schema.ts'

export const posts = endpoint({
  path: '/posts',
  summary: 'Read chosen posts again',
  description: `Up to ${MOST_POSTS} posts of one platform in the normalized form, in the order asked: of each the post, or why it cannot be had, which says nothing of the others. Each that is answered with a post costs one scan, and one that is asked for twice costs it once; what ends in an error costs nothing. Where the month or the minute has room for some of them only, the first are read, and the others are told \`quota_exceeded\` or \`rate_limited\`. Where a platform cannot read single posts, each is \`unsupported_post_url\`.`,
  body: PostsBody,
  data: PostsData,
  example: { platform: 'sandbox', posts: ['1087'] },
  codes: ['platform_unknown', 'platform_not_in_plan'],
  meter: 'scans',
  handle: (parts) => respondWithPosts(parts),
})
