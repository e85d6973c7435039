// Submissions and comments in every shape of Reddit's API. Only tests and benchmarks use it.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

export const AUTHOR = { author: 'acme', author_fullname: 't2_a1' }
const FIRST_SECOND = 1_780_000_000

export const idOf = (index: number): string => (60_000_000 + index).toString(36)
export const nameOfSubmission = (index: number): string => `t3_${idOf(index)}`

/** The fields that every submission has. A greater `index` is newer. */
export const submission = (index: number, more: JsonObject = {}): JsonObject => {
  const id = idOf(index)
  const permalink = `/r/breadit/comments/${id}/loaf_${index}/`
  return {
    approved_at_utc: null,
    subreddit: 'breadit',
    subreddit_id: 't5_b',
    subreddit_name_prefixed: 'r/breadit',
    subreddit_subscribers: 51_200,
    subreddit_type: 'public',
    id,
    name: `t3_${id}`,
    title: `Loaf ${index} & butter <3`,
    ...AUTHOR,
    selftext: '',
    selftext_html: null,
    permalink,
    url: `https://www.reddit.com${permalink}`,
    domain: 'self.breadit',
    created: FIRST_SECOND + 28_800 + index * 60,
    created_utc: FIRST_SECOND + index * 60,
    edited: false,
    score: 10 + index,
    ups: 10 + index,
    downs: 0,
    upvote_ratio: 1,
    hide_score: false,
    num_comments: index % 5,
    num_crossposts: index % 3,
    view_count: null,
    over_18: false,
    spoiler: false,
    stickied: false,
    pinned: false,
    locked: false,
    archived: false,
    quarantine: false,
    is_self: true,
    is_video: false,
    is_created_from_ads_ui: false,
    is_robot_indexable: true,
    link_flair_text: null,
    distinguished: null,
    removed_by_category: null,
    removed_by: null,
    thumbnail: 'self',
    thumbnail_width: null,
    thumbnail_height: null,
    media: null,
    secure_media: null,
    media_embed: {},
    secure_media_embed: {},
    total_awards_received: 0,
    ...more,
  }
}

const linkTo = (url: string, domain: string): JsonObject => ({
  is_self: false,
  url,
  url_overridden_by_dest: url,
  domain,
  thumbnail: 'https://b.thumbs.redditmedia.com/thumb.jpg',
})

const preview = (name: string): JsonObject => ({
  images: [
    {
      id: name,
      source: { url: `https://preview.redd.it/${name}.jpg?auto=webp&s=aa`, width: 1600, height: 1200 },
      resolutions: [108, 320, 640, 960].map((width) => ({
        url: `https://preview.redd.it/${name}.jpg?width=${width}&s=bb`,
        width,
        height: (width * 3) / 4,
      })),
      variants: {},
    },
  ],
  enabled: true,
})

const image = (id: string): JsonObject => ({
  status: 'valid',
  e: 'Image',
  m: 'image/jpg',
  p: [{ u: `https://preview.redd.it/${id}.jpg?width=320&s=cc`, x: 320, y: 240 }],
  s: { u: `https://preview.redd.it/${id}.jpg?width=1200&s=dd`, x: 1200, y: 900 },
  id,
})

/** The shapes of visible submissions, in rotation. */
const SHAPES: readonly ((index: number) => JsonObject)[] = [
  (index) => ({
    selftext: `How is **this** one? & ${index}`,
    selftext_html: `<!-- SC_OFF --><div class="md"><p>How is <strong>this</strong> one? &amp; ${index}</p>\n</div><!-- SC_ON -->`,
    edited: FIRST_SECOND + index * 60 + 30,
  }),
  (index) => ({
    ...linkTo(`https://baker.example/${index}?a=1&b=2`, 'baker.example'),
    preview: preview(`l${index}`),
  }),
  (index) => ({
    ...linkTo(`https://i.redd.it/p${index}.jpg`, 'i.redd.it'),
    preview: preview(`p${index}`),
    post_hint: 'image',
  }),
  (index) => ({
    ...linkTo(`https://www.reddit.com/gallery/${idOf(index)}`, 'reddit.com'),
    is_gallery: true,
    gallery_data: {
      items: [
        { media_id: 'g2', id: 2, caption: 'The crumb' },
        { media_id: 'g1', id: 1 },
      ],
    },
    media_metadata: { g1: image('g1'), g2: image('g2') },
  }),
  (index) => {
    const media = {
      reddit_video: {
        bitrate_kbps: 2400,
        fallback_url: `https://v.redd.it/v${index}/DASH_720.mp4?source=fallback`,
        hls_url: `https://v.redd.it/v${index}/HLSPlaylist.m3u8?a=1&v=1`,
        dash_url: `https://v.redd.it/v${index}/DASHPlaylist.mpd`,
        has_audio: true,
        width: 1280,
        height: 720,
        duration: 14,
        is_gif: false,
        transcoding_status: 'completed',
      },
    }
    return { ...linkTo(`https://v.redd.it/v${index}`, 'v.redd.it'), is_video: true, media, secure_media: media }
  },
  () => ({
    poll_data: {
      is_prediction: false,
      options: [
        { id: '1', text: 'Rye' },
        { id: '2', text: 'Wheat' },
      ],
      total_vote_count: 27,
      voting_end_timestamp: (FIRST_SECOND + 1_000_000) * 1000,
    },
  }),
  (index) => ({
    ...linkTo(`/r/videos/comments/zz${index}/clip/`, 'self.videos'),
    crosspost_parent: `t3_zz${index}`,
    crosspost_parent_list: [
      submission(index, {
        id: `zz${index}`,
        name: `t3_zz${index}`,
        author: 'seed',
        author_fullname: 't2_s',
        permalink: `/r/videos/comments/zz${index}/clip/`,
        selftext: 'Whole',
        selftext_html: '<div class="md"><p>Whole</p></div>',
      }),
    ],
  }),
]

/** The shapes of skipped submissions: removed, and advertisements. */
const SKIPPED: readonly JsonObject[] = [
  { removed_by_category: 'moderator', selftext: '[removed]', selftext_html: '<p>[removed]</p>' },
  { promoted: true, is_created_from_ads_ui: true },
]

export const isVisible = (index: number): boolean => index % 13 !== 5

export const nthSubmission = (index: number): JsonObject =>
  submission(index, isVisible(index) ? SHAPES[index % SHAPES.length]?.(index) : SKIPPED[index % SKIPPED.length])

/** A comment below the submission of the same index, or below another comment. */
export const nthComment = (index: number): JsonObject => ({
  id: `c${idOf(index)}`,
  name: `t1_c${idOf(index)}`,
  ...AUTHOR,
  body: `Answer ${index}`,
  body_html: `<div class="md"><p>Answer ${index}</p>\n</div>`,
  parent_id: index % 2 === 0 ? nameOfSubmission(index) : `t1_p${idOf(index)}`,
  link_id: nameOfSubmission(index),
  link_title: `Loaf ${index}`,
  link_author: 'seed',
  link_permalink: `https://www.reddit.com/r/breadit/comments/${idOf(index)}/loaf_${index}/`,
  permalink: `/r/breadit/comments/${idOf(index)}/loaf_${index}/c${idOf(index)}/`,
  subreddit: 'breadit',
  subreddit_id: 't5_b',
  created: FIRST_SECOND + 28_830 + index * 60,
  created_utc: FIRST_SECOND + 30 + index * 60,
  edited: false,
  score: index,
  ups: index,
  downs: 0,
  score_hidden: false,
  over_18: false,
  stickied: false,
  distinguished: null,
  replies: '',
})
