// The seed of the real site, and the expected fields of its posts: derived from the seed, never read from the site.

export type SeededImage = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly color: readonly [number, number, number]
}

export type PostSeed = {
  readonly slug: string
  /** The content in the editor. */
  readonly title: string
  /** `[[full:name]]`, `[[large:name]]` and `[[id:name]]` are placeholders for an image's URLs and id. */
  readonly content: string
  readonly excerpt: string
  readonly author: string
  /** Names, in addition to the category of every post. */
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  /** UTC, in WordPress's format. */
  readonly published: string
  /** The site's local time if it differs from `published`, as after an import. */
  readonly local: string | null
  readonly featured: string | null
  readonly sticky: boolean
  readonly password: string
  readonly comments: number
  /** UTC, or null for a post that was never edited. */
  readonly edited: string | null
  readonly status: 'publish' | 'draft' | 'private'
  readonly type: 'post' | 'page'
  readonly expected: {
    readonly title: string
    /** The plain text of the content. */
    readonly text: string | null
    /** The names of the images in the content, in order. */
    readonly images: readonly string[]
    /** The URLs of the players in the content, and of the pages that replace them as links. */
    readonly players?: readonly { readonly embedUrl: string; readonly page: string }[]
  }
}

export const SITE = {
  name: 'Köder & Söhne 🌱 “Blog”',
  description: 'Just another <site> & more',
  timezone: 'America/New_York',
} as const

export const IMAGES: readonly SeededImage[] = [
  { name: 'wide.png', width: 1600, height: 900, alt: 'A wide “picture” & more', color: [200, 30, 30] },
  { name: 'tall.png', width: 700, height: 1400, alt: 'Högt', color: [30, 160, 60] },
  { name: 'small.png', width: 120, height: 90, alt: '', color: [40, 60, 200] },
  { name: 'square.png', width: 1100, height: 1100, alt: 'Ein Quadrat 🟦', color: [20, 120, 220] },
  { name: 'icon.png', width: 512, height: 512, alt: '', color: [0, 0, 0] },
]

export const AUTHORS = [
  { slug: 'editor', name: 'The editor', bio: 'Edits <b>everything</b> & more.', role: 'administrator' },
  { slug: 'second-hand', name: 'Zweite “Hand” ✍️', bio: '', role: 'author' },
  // An author without posts.
  { slug: 'newcomer', name: 'Neu hier', bio: 'Soon', role: 'author' },
] as const

export const CATEGORY = 'Rezepte & mehr'

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const block = (name: string, size = 'full') =>
  `<!-- wp:image {"id":[[id:${name}]],"sizeSlug":"${size}"} -->\n<figure class="wp-block-image size-${size}"><img src="[[${size}:${name}]]" alt="[[alt:${name}]]" class="wp-image-[[id:${name}]]"/></figure>\n<!-- /wp:image -->`
const gallery = (names: readonly string[]) =>
  `<!-- wp:gallery {"linkTo":"media"} -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${names
    .map(
      (name) =>
        `<figure class="wp-block-image size-large"><a href="[[full:${name}]]"><img src="[[large:${name}]]" alt="[[alt:${name}]]" class="wp-image-[[id:${name}]]"/></a></figure>`,
    )
    .join('')}</figure>\n<!-- /wp:gallery -->`

const frame = (address: string) =>
  `<!-- wp:html -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper"><iframe title="A film" width="500" height="281" src="${address}" frameborder="0" allowfullscreen></iframe></div></figure>\n<!-- /wp:html -->`
const BLANK = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

type Kind = Partial<Omit<PostSeed, 'expected'>> & { readonly expected: PostSeed['expected'] }

const plainPost = (number: number): Kind => ({
  title: `Plain post ${number}`,
  content: paragraph(`Number ${number}, nothing else.`),
  expected: { title: `Plain post ${number}`, text: `Number ${number}, nothing else.`, images: [] },
})

/** One of each kind of a blog; the rest of the posts alternate. */
const KINDS: readonly ((number: number) => Kind)[] = [
  (number) => plainPost(number),
  (number) => ({
    title: `Fish & Chips <em>№ ${number}</em> "quoted"`,
    content: paragraph('Tom &amp; Jerry &lt;3 &#8212; café &hellip; <strong>bold</strong><br>next line'),
    excerpt: 'By hand: A & B',
    comments: 3,
    expected: {
      title: `Fish & Chips № ${number} “quoted”`,
      text: 'Tom & Jerry <3 — café … bold\nnext line',
      images: [],
    },
  }),
  (number) => ({
    title: `Emoji 🎉👩‍👩‍👧 ${number}`,
    content: `${paragraph('𝒜stral and 🏳️‍🌈.')}\n\n${paragraph('Second paragraph.')}`,
    featured: 'wide.png',
    expected: { title: `Emoji 🎉👩‍👩‍👧 ${number}`, text: '𝒜stral and 🏳️‍🌈.\n\nSecond paragraph.', images: [] },
  }),
  (number) => ({
    title: `مرحبا بالعالم ${number}`,
    content: paragraph('نص من اليمين إلى اليسار'),
    author: 'second-hand',
    expected: { title: `مرحبا بالعالم ${number}`, text: 'نص من اليمين إلى اليسار', images: [] },
  }),
  (number) => ({
    title: `Gallery ${number}`,
    content: `${paragraph('Look:')}\n\n${gallery(['square.png', 'tall.png', 'wide.png'])}`,
    featured: 'wide.png',
    expected: { title: `Gallery ${number}`, text: 'Look:', images: ['square.png', 'tall.png', 'wide.png'] },
  }),
  (number) => ({
    title: `One picture ${number}`,
    content: `${block('small.png')}\n\n${paragraph('Below it.')}`,
    author: 'second-hand',
    expected: { title: `One picture ${number}`, text: 'Below it.', images: ['small.png'] },
  }),
  (number) => ({
    title: `Hostile ${number}`,
    content: `<p onclick="alert(1)">Safe <a href="javascript:alert(1)">text</a></p><script>alert(${number})</script><iframe src="https://evil.example/"></iframe>`,
    expected: { title: `Hostile ${number}`, text: 'Safe text', images: [] },
  }),
  (number) => ({
    title: `Sorted ${number}`,
    content: paragraph('In a drawer.'),
    categories: [CATEGORY],
    // In WordPress's order.
    tags: ['fish & chips', 'Köder', '日本語'],
    expected: { title: `Sorted ${number}`, text: 'In a drawer.', images: [] },
  }),
  (number) => ({
    title: `Late pictures ${number}`,
    content: `<!-- wp:html -->\n<p>Scroll down.</p><figure><img src="${BLANK}" data-src="[[full:small.png]]" alt="[[alt:small.png]]" width="120" height="90"><noscript><img src="[[full:small.png]]" alt="[[alt:small.png]]"></noscript></figure><p><img srcset="[[full:square.png]] 1100w" alt="[[alt:square.png]]" width="1100"></p>\n<!-- /wp:html -->`,
    expected: { title: `Late pictures ${number}`, text: 'Scroll down.', images: ['small.png', 'square.png'] },
  }),
  (number) => ({
    title: `Players ${number}`,
    content: `${paragraph('Films and a song:')}\n\n${frame('https://www.youtube.com/embed/aqz-KE-bpKQ?feature=oembed')}\n\n${frame('https://player.vimeo.com/video/76979871?dnt=1')}\n\n${frame('https://evil.example/player')}`,
    expected: {
      title: `Players ${number}`,
      text: 'Films and a song:',
      images: [],
      players: [
        {
          embedUrl: 'https://www.youtube.com/embed/aqz-KE-bpKQ',
          page: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
        },
        { embedUrl: 'https://player.vimeo.com/video/76979871', page: 'https://vimeo.com/76979871' },
      ],
    },
  }),
]

const HIDDEN: readonly Kind[] = [
  { slug: 'a-draft', status: 'draft', expected: { title: '', text: null, images: [] } },
  { slug: 'a-private-post', status: 'private', expected: { title: '', text: null, images: [] } },
  { slug: 'a-page', type: 'page', expected: { title: '', text: null, images: [] } },
]

const stored = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')

const HOUR = 3_600_000
const START = Date.UTC(2025, 9, 30, 4, 15, 30)
/** Posts of the same second, more than fit on one page. */
const SAME_SECOND = { from: 15, to: 26 }
/** New York, when daylight saving time ends: 1:30 and 1:45 before, 1:15 and 1:30 after the change. */
const REPEATED_HOUR = [
  '2025-11-02T05:30:00Z',
  '2025-11-02T05:45:00Z',
  '2025-11-02T06:15:00Z',
  '2025-11-02T06:30:00Z',
].map(Date.parse)

/** More than a page of posts in the hour that New York skips in spring: WordPress stores any time. */
const SKIPPED_HOUR = { count: 33, local: Date.UTC(2025, 2, 9, 2), behindUtc: 5 * HOUR }

const skippedPost = (count: number, index: number): PostSeed => {
  const local = SKIPPED_HOUR.local + index * 60_000
  const post = complete(plainPost(count + index + 1), count + index + 1, local + SKIPPED_HOUR.behindUtc)
  return { ...post, local: stored(local) }
}

const publishedAt = (index: number): number => {
  if (index >= SAME_SECOND.from && index <= SAME_SECOND.to) return START + SAME_SECOND.from * 3 * HOUR
  return REPEATED_HOUR[index - SAME_SECOND.to - 1] ?? START + index * 3 * HOUR
}

/** This many public posts (at least 45), oldest first, then those of the skipped hour, and some posts that are not public. */
export const seedPosts = (
  count: number,
): { readonly visible: readonly PostSeed[]; readonly hidden: readonly PostSeed[] } => {
  const visible = Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const kind = KINDS[index % KINDS.length] ?? plainPost
    const post = complete(kind(number), number, publishedAt(index))
    if (number === 5) return { ...post, sticky: true }
    if (number === 6) return { ...post, edited: stored(publishedAt(index) + HOUR) }
    if (number === 9) return { ...post, password: 'secret' }
    return post
  })
  const skipped = Array.from({ length: SKIPPED_HOUR.count }, (_, index) => skippedPost(count, index))
  return { visible: [...visible, ...skipped], hidden: HIDDEN.map((kind, index) => complete(kind, 900 + index, START)) }
}

const complete = (kind: Kind, number: number, published: number): PostSeed => ({
  slug: `post-${number}`,
  title: 'Nobody may see this',
  content: paragraph('Nobody may see this.'),
  excerpt: '',
  author: 'editor',
  categories: [],
  tags: [],
  published: stored(published),
  local: null,
  featured: null,
  sticky: false,
  password: '',
  comments: 0,
  edited: null,
  status: 'publish',
  type: 'post',
  ...kind,
})
