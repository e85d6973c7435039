// The posts of the simulated WordPress, as its REST API and its feed return them. Only tests and benchmarks use it.

export type SimulatedPost = {
  readonly number: number
  readonly id: number
  readonly author: 1 | 2
  /** Milliseconds since the epoch, as if local time were UTC. */
  readonly local: number
}

export const AUTHORS = [
  { id: 1, slug: 'editor', name: 'The editor &amp; “owner”', description: 'Edits <b>all</b><script>x()</script>' },
  { id: 2, slug: 'second-hand', name: 'Zweite Hand ✍️', description: '' },
] as const

/** An author without posts. */
export const NEWCOMER = { id: 3, slug: 'newcomer' } as const

const BODIES = [
  '\n<p>Hello <strong>world</strong> &#8211; café &hellip; 🌍</p>\n',
  '<p dir="rtl">مرحبا بالعالم</p><script>alert(1)</script><p onclick="x()">Safe</p>',
  '<figure class="wp-block-gallery"><figure class="wp-block-image"><a href="https://blog.example/up/a.png"><img src="https://blog.example/up/a-1024x683.png" alt="A" width="1024" height="683"/></a></figure><figure class="wp-block-image"><img src="https://blog.example/up/b-300x200.png" srcset="https://blog.example/up/b-300x200.png 300w, https://blog.example/up/b.png 900w" alt="B"/></figure></figure>',
  '<p>See <a href="/about">about</a> <img src="https://s.w.org/images/core/emoji/14.0.0/72x72/1f600.png" alt="😀" class="wp-smiley" /></p>',
]

export const TITLES = ['Fish &#038; Chips', 'مرحبا', '“Quoted” &lt;tag&gt; 🎉', '']
export const bodyOf = ({ number }: SimulatedPost) => BODIES[number % BODIES.length] ?? ''
export const titleOf = ({ number }: SimulatedPost) => {
  const title = TITLES[number % TITLES.length] ?? ''
  return title && `${title} ${number}`
}

const START = Date.UTC(2026, 2, 7, 20)

/** Pairs share a second. The order of ids differs from that of dates, as for posts that were long drafts. */
export const simulatedPost = (number: number): SimulatedPost => ({
  number,
  id: (number * 7919) % 10_007,
  author: number % 3 === 0 ? 2 : 1,
  local: START + Math.floor(number / 2) * 60_000,
})

/** In the order of the API: newest first, posts of one second by id. */
export const inOrder = (posts: readonly SimulatedPost[]): SimulatedPost[] =>
  posts.toSorted((one, other) => other.local - one.local || other.id - one.id)

export const isProtected = ({ number }: SimulatedPost) => number % 13 === 0
export const isSticky = ({ number }: SimulatedPost) => number === 5
export const slugOf = ({ number }: SimulatedPost) => `post-${number}`
export const linkOf = (post: SimulatedPost, base: string) => `${base}/2026/03/${slugOf(post)}/`
export const localTime = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19)

/** Hours that the site's clocks are behind UTC. */
export const BEHIND_UTC = 5
const utc = (post: SimulatedPost) => localTime(post.local + BEHIND_UTC * 3_600_000)

const hidden = (html: string, post: SimulatedPost) => ({
  rendered: isProtected(post) ? '' : html,
  protected: isProtected(post),
})

export const restPost = (post: SimulatedPost, base: string) => ({
  id: post.id,
  date: localTime(post.local),
  date_gmt: post.number % 17 === 0 ? '0000-00-00T00:00:00' : utc(post),
  guid: { rendered: `${base}/?p=${post.id}` },
  modified: localTime(post.local),
  modified_gmt: post.number % 4 === 0 ? localTime(post.local + 6 * 3_600_000) : utc(post),
  slug: slugOf(post),
  status: 'publish',
  type: 'post',
  link: linkOf(post, base),
  title: { rendered: titleOf(post) },
  content: hidden(bodyOf(post), post),
  excerpt: hidden(`<p>Excerpt ${post.number} [&hellip;]</p>\n`, post),
  author: post.author,
  featured_media: post.number % 7 === 0 ? 77 : 0,
  sticky: isSticky(post),
  format: 'standard',
  meta: [],
  categories: isFish(post) ? [1, FISH.id] : [1],
  tags: isTagged(post) ? [TAG.id] : [],
  _links: { self: [{ href: `${base}/wp-json/wp/v2/posts/${post.id}` }] },
})

export const restUser = (author: (typeof AUTHORS)[number], base: string) => ({
  id: author.id,
  name: author.name,
  url: '',
  description: author.description,
  link: `${base}/author/${author.slug}/`,
  slug: author.slug,
  avatar_urls: {
    '24': 'https://avatars.example/a?s=24',
    '48': 'https://avatars.example/a?s=48',
    '96': 'https://avatars.example/a?s=96',
  },
  _links: {},
})

export const FEATURED = {
  id: 77,
  media_type: 'image',
  mime_type: 'image/png',
  alt_text: 'Featured & fine',
  source_url: 'https://blog.example/up/a.png',
  media_details: {
    width: 1600,
    height: 1067,
    sizes: {
      medium: { width: 300, height: 200, source_url: 'https://blog.example/up/a-300x200.png' },
      large: { width: 1024, height: 683, source_url: 'https://blog.example/up/a-1024x683.png' },
    },
  },
}

/** A category below another category, and a tag. */
export const FISH = {
  id: 5,
  slug: 'fish',
  name: 'Fish &amp; Chips',
  description: 'All <b>fried</b>',
  taxonomy: 'category',
}
export const TAG = { id: 6, slug: 'x', name: 'مرحبا', description: '', taxonomy: 'post_tag' }
export const isFish = ({ number }: SimulatedPost) => number % 4 === 0
export const isTagged = ({ number }: SimulatedPost) => number % 5 === 0

export const restTerm = (term: typeof FISH, base: string) => ({
  ...term,
  count: 1,
  link: `${base}/${term === FISH ? 'category/food/fish' : 'tag/x'}/`,
  meta: [],
  _links: {},
})

/** As `_embed` adds them to a post: a list for each taxonomy. */
export const termsOf = (post: SimulatedPost) => [
  [{ id: 1, name: 'Uncategorized', slug: 'uncategorized', taxonomy: 'category' }, ...(isFish(post) ? [FISH] : [])],
  isTagged(post) ? [TAG] : [],
]

export const feedItem = (post: SimulatedPost, base: string) => `<item><title>${titleOf(post)}</title>
  <link>${linkOf(post, base)}</link><dc:creator><![CDATA[The editor]]></dc:creator>
  <pubDate>${new Date(`${utc(post)}Z`).toUTCString()}</pubDate><guid isPermaLink="false">${base}/?p=${post.id}</guid>
  <description><![CDATA[Excerpt]]></description><content:encoded><![CDATA[${bodyOf(post)}]]></content:encoded></item>`
