// Responses of Tumblr's API, in blocks and in the legacy format, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapBlog } from '@central-api/service/platforms/tumblr/map-blog.ts'
import { mapPost } from '@central-api/service/platforms/tumblr/map-post.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, LOOKS, NO_PLACE, OTHERS, OWNER, PAGING, PROGRAM, STATE } from '../suite/reasons-fixture.ts'

const now = Date.parse('2026-05-09T00:00:00Z')

const map = (response: unknown) => {
  const { blog, posts } = jsonObject(jsonObject(response).response)
  return { profile: mapBlog(blog, 'ferns'), posts: jsonList(posts).map((post) => mapPost(post, { blog, now })) }
}

export const fixtures = platformFixtures(
  import.meta.url,
  'tumblr',
  [
    { files: ['posts.json'], map },
    { files: ['legacy.json'], map },
    { files: ['quotes.json'], map },
  ],
  {
    [STATE]: ['meta.*'],
    [PAGING]: ['response._links.*', 'response.total_posts'],
    [INSTEAD]: [
      '*posts[].id',
      '*slug',
      '*date',
      '*short_url',
      '*summary',
      '*theme.header_image',
      '*parent_post_url',
      '*reblogged_from_id',
      'quotes.json: *reblogged_from_*',
      '*reblogged_root_*',
      '*format',
      '*video_type',
      '*dialogue[].name',
      '*player[].width',
      '*thumbnail_width',
    ],
    'The sum of likes, reblogs and replies, and none of the three.': ['*note_count'],
    [OWNER]: ['*blog.ask', '*blog.ask_anon', '*state', '*settings.source', '*reblog_key'],
    [COPY]: ['*avatar[].width', '*avatar[].height', '*alt_sizes[].*', '*poster[].*', '*has_original_dimensions'],
    [LOOKS]: ['*layout[].type'],
    [PROGRAM]: ['*posts[].type', '*is_blocks_post_format', '*client_id', '*metadata.id', '*provider'],
    [NO_PLACE]: ['*blog.updated', '*asking_name', '*publisher'],
    [OTHERS]: [
      '*formatting[].blog.*',
      '*trail[].post.*',
      '*trail[].blog.*',
      '*trail[].content[].url',
      'quotes.json: *trail[].*',
    ],
  },
)
