// The posts of a simulated Tumblr blog, in blocks and as feed entries. Only tests and benchmarks use it.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

export const FERNS = {
  name: 'ferns',
  title: 'Fern Notes',
  uuid: 't:Ab3_x9',
  url: 'https://ferns.tumblr.com/',
  description: '<p>Plants &amp; <b>rain</b></p>',
  updated: 1_777_712_000,
  ask: true,
  ask_anon: false,
  likes: 12,
  avatar: [
    { width: 64, height: 64, url: 'https://64.media.tumblr.com/a/s64x64u_c1/a.pnj' },
    { width: 512, height: 512, url: 'https://64.media.tumblr.com/a/s512x512u_c1/a.pnj' },
  ],
  theme: {
    header_image: 'https://64.media.tumblr.com/h/h.jpg',
    header_image_focused: 'https://64.media.tumblr.com/h/h_f.jpg',
    show_header_image: true,
  },
} as const

const FIRST = 781_234_567_890_000_000n

/** Consecutive, and too large for JavaScript's exact integers. */
export const idOf = (index: number): string => String(FIRST + BigInt(index))
/** Three posts share a second. */
export const timestampOf = (index: number): number => 1_700_000_000 + Math.floor(index / 3) * 60

const SIZES = [1280, 540, 250]

const image = (name: string) => ({
  type: 'image',
  media: SIZES.map((width) => ({
    type: 'image/jpeg',
    url: `https://64.media.tumblr.com/${name}/s${width}/p.jpg`,
    width,
    height: (width * 3) / 4,
  })),
  alt_text: `Picture ${name}`,
})

type Shape = { readonly type: string; readonly of: (index: number) => JsonObject }

/** Each shape's type in the API, and its post. */
const SHAPES: readonly Shape[] = [
  {
    type: 'text',
    of: (index) => ({
      content: [
        { type: 'text', text: `Note ${index} & <more> 🌿`, formatting: [{ start: 0, end: 4, type: 'bold' }] },
        { type: 'text', subtype: 'unordered-list-item', text: 'one' },
        { type: 'text', subtype: 'unordered-list-item', indent_level: 1, text: 'two' },
      ],
    }),
  },
  { type: 'photo', of: (index) => ({ content: [image(`a${index}`), image(`b${index}`)] }) },
  {
    type: 'video',
    of: (index) => ({
      content: [
        {
          type: 'video',
          provider: 'tumblr',
          media: { url: `https://va.media.tumblr.com/v${index}.mp4`, type: 'video/mp4', width: 640, height: 360 },
          duration: 12_500,
        },
        { type: 'text', text: 'A film' },
      ],
    }),
  },
  {
    type: 'text',
    of: () => ({
      content: [
        { type: 'text', text: 'Which pot?' },
        {
          type: 'poll',
          client_id: 'c0',
          question: 'Which pot?',
          answers: [
            { client_id: 'c1', answer_text: 'clay' },
            { client_id: 'c2', answer_text: 'glass' },
          ],
          settings: { multiple_choice: false, close_status: 'closed-after', expire_after: 604_800, source: 'tumblr' },
        },
      ],
    }),
  },
  {
    type: 'text',
    of: () => ({
      parent_post_url: 'https://moss.tumblr.com/post/7700000',
      reblogged_from_id: '7700000',
      reblogged_from_name: 'moss',
      reblogged_from_url: 'https://moss.tumblr.com/post/7700000',
      content: [],
      trail: [
        {
          post: { id: '5500000', timestamp: 1_600_000_000 },
          blog: { name: 'lichen', uuid: 't:lich_1' },
          content: [{ type: 'text', text: 'Grown slowly.' }],
          layout: [],
        },
        { broken_blog_name: 'gone-blog', content: [{ type: 'text', text: 'so good' }], layout: [] },
      ],
    }),
  },
  {
    type: 'link',
    of: () => ({ content: [{ type: 'link', url: 'https://href.li/?https://plants.example/a', title: 'Plants' }] }),
  },
  {
    type: 'audio',
    of: (index) => ({
      content: [
        { type: 'audio', provider: 'tumblr', media: { url: `https://a.tumblr.com/${index}o1.mp3`, type: 'audio/mp3' } },
      ],
    }),
  },
]

const shapeOf = (index: number): Shape => SHAPES[index % SHAPES.length] as Shape

export const typeOf = (index: number): string => shapeOf(index).type

export const urlOf = (index: number): string => `https://ferns.tumblr.com/post/${idOf(index)}/note-${index}`

/** As the API returns it with `npf=true`. */
export const nthPost = (index: number): JsonObject => ({
  type: 'blocks',
  is_blocks_post_format: true,
  blog_name: FERNS.name,
  id: idOf(index),
  id_string: idOf(index),
  post_url: urlOf(index),
  slug: `note-${index}`,
  date: new Date(timestampOf(index) * 1_000).toISOString().replace('T', ' ').replace('.000Z', ' GMT'),
  timestamp: timestampOf(index),
  state: 'published',
  reblog_key: 'k1',
  tags: ['Ferns', 'after the rain'],
  short_url: 'https://tmblr.co/Zx1',
  summary: `Note ${index}`,
  note_count: index,
  layout: [],
  trail: [],
  ...shapeOf(index).of(index),
})

/** One is pinned, and every fifth is adult content. */
export const flagsOf = (index: number) => ({ is_pinned: index === 50, is_nsfw: index % 5 === 0 })

/** As the API returns it without `npf`, reduced to the fields that tests need. */
export const nthLegacyPost = (index: number): JsonObject => {
  const { content: _, layout: __, trail: ___, ...post } = nthPost(index)
  return { ...post, type: 'text', format: 'html', title: null, body: `<p>Note ${index}</p>` }
}

export const nthEntry = (index: number): string =>
  `<item><title>Note ${index} &amp;amp; more…</title><description>&lt;p&gt;Note ${index} &amp;amp; more of it&lt;/p&gt;&lt;img src="https://64.media.tumblr.com/a${index}/s540/p.jpg"/&gt;</description><link>${urlOf(index)}</link><guid>${urlOf(index)}</guid><pubDate>${new Date(timestampOf(index) * 1_000).toUTCString()}</pubDate><category>Ferns</category><category>after the rain</category></item>`
