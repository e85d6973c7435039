// Fixtures of Discourse, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapTopic, topicsIn } from '@central-api/service/platforms/discourse/map-topic.ts'
import { mapCategory, mapForum, mapUser } from '@central-api/service/platforms/discourse/map-user.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, LOOKS, NO_PLACE, OTHERS, PAGING, PROGRAM, READER } from '../suite/reasons-fixture.ts'

const host = 'forum.example'
const named = (handle: string, id = handle) => ({ handle, id, host })

export const fixtures = platformFixtures(
  import.meta.url,
  'discourse',
  [
    {
      files: ['user.json'],
      map: (response) => ({ profile: mapUser(jsonObject(jsonObject(response).user), named('forum.example/u/nia')) }),
    },
    {
      files: ['category.json'],
      map: (response) => ({
        profile: mapCategory(jsonObject(jsonObject(response).category), named('forum.example/c/5')),
      }),
    },
    {
      files: ['forum.json'],
      map: (response) => ({ profile: mapForum(jsonObject(response), named('forum.example/latest')) }),
    },
    {
      files: ['list.json'],
      map: (response) => {
        const body = jsonObject(response)
        const topics = topicsIn(body, jsonList(jsonObject(body.topic_list).topics), host)
        return { posts: topics.map((topic) => mapTopic(topic, host)) }
      },
    },
    {
      files: ['topic.json'],
      map: (response) => {
        const topic = jsonObject(response)
        const [first] = jsonList(jsonObject(topic.post_stream).posts)
        return { posts: [mapTopic({ topic, author: null, first: jsonObject(first) }, host)] }
      },
    },
  ],
  {
    [PAGING]: ['topic_list.more_topics_url', 'topic_list.per_page'],
    [PROGRAM]: [
      ...[
        'user.json: user.id',
        'category.json: category.id',
        '*uploaded_*.id',
        '*post_type',
        '*archetype',
        '*category_id',
      ],
      ...[
        '*tags[].id',
        '*tags[].slug',
        '*primary_group*',
        'post_stream.posts[].id',
        'post_stream.stream[]',
        '*user_id',
      ],
      ...['*topic_id', '*topic_slug', '*.version', '*post_number', '*position'],
    ],
    [COPY]: ['forum.json: logo_url', 'logo_small_url', 'favicon_url'],
    [INSTEAD]: [
      ...[
        '*fancy_title',
        '*bio_excerpt',
        '*description_text',
        'post_stream.posts[].created_at',
        '*posts[].posts_count',
      ],
      ...['*reply_count', '*posters[].description', '*posters[].extras'],
    ],
    [OTHERS]: ['*last_poster_username', '*participant_count', '*topic_url', '*top_tags[]'],
    [LOOKS]: ['*color'],
    [READER]: ['*can_create_topic', '*unseen'],
    'The place at the top of a list, which pages by time do not have.': ['*.pinned', '*pinned_globally'],
    'Counts the likes of replies, too.': ['*like_count'],
    'Changes with every new revision, and without one.': ['*updated_at'],
    [NO_PLACE]: [
      ...['*last_posted_at', '*last_seen_at', '*bumped', '*bumped_at', '*closed', '*.archived', '*has_summary'],
      ...['*has_accepted_answer', '*word_count', '*.reads', '*.score', '*trust_level', '*moderator', '*admin'],
      ...['user.json: user.title', '*badge_count', '*time_read', '*profile_view_count', '*website', '*location'],
      ...['*user_badges[].*', '*category.post_count', '*read_restricted', '*uploaded_*.width', '*uploaded_*.height'],
    ],
  },
)
