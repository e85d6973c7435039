// The fields of posts to request.

/** https://developers.facebook.com/docs/threads/reference/user */
const DOCUMENTED = [
  ...['id', 'media_product_type', 'media_type', 'media_url', 'gif_url', 'permalink', 'username', 'text', 'timestamp'],
  ...[
    'shortcode',
    'thumbnail_url',
    'children{id,media_type,media_url,gif_url,thumbnail_url,alt_text}',
    'is_quote_post',
  ],
  ...['quoted_post', 'reposted_post', 'alt_text', 'link_attachment_url', 'has_replies', 'reply_audience'],
  ...['is_spoiler_media', 'text_entities'],
].join(',')

const OPTION_FIELDS = ['a', 'b', 'c', 'd'].flatMap((name) => [`option_${name}`, `option_${name}_votes_percentage`])
const POLL = `poll_attachment{${[...OPTION_FIELDS, 'total_votes', 'expiration_timestamp'].join(',')}}`

/** Adds the fields that only the guide documents, and the reference of the call does not. */
const ALL = `${DOCUMENTED},topic_tag,${POLL},text_attachment,is_verified,profile_picture_url`

/** If a field is refused, the next list is requested. */
export const FIELDS: readonly [string, ...string[]] = [ALL, DOCUMENTED]
