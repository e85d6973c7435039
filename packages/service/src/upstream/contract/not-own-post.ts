import { Refused } from './refusal.ts'

/** A connection shows only posts of its own account, whatever else its token can read. */
export const notOwnPost = (): Refused =>
  new Refused('closed', {
    ...{ as: 'unsupported_post_url', about: 'post' },
    message: 'The post does not belong to the connected account.',
  })
