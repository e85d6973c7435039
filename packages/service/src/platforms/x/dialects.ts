// X has two sets of names for the same fields and responds with those of the request. A call must not mix them: X silently ignores
// unknown fields. https://docs.x.com/x-api/fundamentals/fields

import type { Fields } from '../../upstream/contract/call.ts'

export type Dialect = {
  readonly user: Fields
  /** For a list, whose author is known: each included account costs money. */
  readonly list: Fields
  readonly post: Fields
}

const USER = [
  ...['created_at', 'description', 'entities', 'id', 'location', 'name', 'profile_banner_url', 'profile_image_url'],
  ...['protected', 'public_metrics', 'url', 'username', 'verified', 'verified_type', 'withheld'],
]
const POST = [
  ...['article', 'attachments', 'conversation_id', 'created_at', 'edit_controls', 'entities', 'lang'],
  ...['possibly_sensitive', 'public_metrics', 'withheld'],
]
const ATTACHED: Fields = {
  'media.fields': 'alt_text,duration_ms,height,media_key,preview_image_url,type,url,variants,width',
  'poll.fields': 'duration_minutes,end_datetime,id,options,voting_status',
  'user.fields': 'id,name,profile_image_url,username,verified',
}
const EXPANDED = ['attachments.media_keys', 'attachments.poll_ids']

const inTweets = (expansions: readonly string[]): Fields => ({
  'tweet.fields': [...POST, 'author_id', 'in_reply_to_user_id', 'note_tweet', 'referenced_tweets'].join(),
  expansions: [
    ...EXPANDED,
    ...['referenced_tweets.id', 'referenced_tweets.id.author_id', 'referenced_tweets.id.attachments.media_keys'],
    ...expansions,
  ].join(),
  ...ATTACHED,
})

const inPosts: Fields = {
  'post.fields': [...POST, 'note_post'].join(),
  // In this dialect, only `expansions` returns the author.
  expansions: [...EXPANDED, 'author_id', 'in_reply_to_user_id', 'referenced_posts'].join(),
  ...ATTACHED,
}

/** The same dialect for a connected account: its token also sees protected posts of accounts that it follows. */
export const namingProtected = ({ user, list, post }: Dialect): Dialect => {
  const withProtected = (fields: Fields): Fields => ({ ...fields, 'user.fields': `${fields['user.fields']},protected` })
  return { user, list: withProtected(list), post: withProtected(post) }
}

export const WRONG_DIALECT = 'X_DIALECT must be tweet or post'

export const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  [
    'tweet',
    {
      user: { 'user.fields': [...USER, 'pinned_tweet_id'].join() },
      list: inTweets([]),
      post: inTweets(['author_id']),
    },
  ],
  ['post', { user: { 'user.fields': USER.join(), expansions: 'pinned_post_id' }, list: inPosts, post: inPosts }],
])
