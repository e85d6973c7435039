// The sandbox's profiles that are no accounts, and their posts: those of the demo account, as if several people had
// written them.

import { buildHashtag, buildSearch } from '../../post/build-named-profile.ts'
import { buildAuthor, buildProfile } from '../../post/build-post.ts'
import type { Author, PlatformPost, PlatformProfile } from '../../post/post.ts'
import { textToHtml } from '../../post/text.ts'
import type { Named } from './kinds.ts'
import { MADE_UP_POSTS } from './made-up-posts.ts'
import { BIO, DEMO_AUTHOR, OTHER_AUTHOR } from './made-up-profile.ts'
import { SANDBOX_ORIGIN } from './urls.ts'

/** null stands for a video that is gone: the list still counts it. */
export type Item = PlatformPost | null

const third = (id: string, displayName: string): Author =>
  buildAuthor({ id, handle: 'other', displayName, url: `${SANDBOX_ORIGIN}/@other` })

const AUTHORS: readonly Author[] = [
  DEMO_AUTHOR,
  OTHER_AUTHOR,
  third('sandbox-3', 'Sandbox baker 🥖'),
  third('sandbox-4', 'Sandbox with a rather long name, to see what wraps'),
]

/** The author of each post follows from its id. A post without an author keeps none. */
const byMany = (post: PlatformPost): PlatformPost => {
  const author = AUTHORS[Math.floor(Number(post.id) / 2) % AUTHORS.length]
  return { ...post, pinned: false, ...(author !== undefined && post.author !== null && { author }) }
}

const POSTS = MADE_UP_POSTS.map(byMany)
const everyNth = (step: number) => POSTS.filter((_, index) => index % step === 0)

/** Shuffled by a fixed rule, so that neither times nor ids are in order. */
const rank = (post: PlatformPost): number => (Number(post.id) * 37) % 101
const ranked = POSTS.toSorted((one, other) => rank(one) - rank(other))
const VIDEOS = ranked.filter(({ media }) => media.some(({ type }) => type === 'video'))

/** Where the feed repeats what it returned before. */
const REPEATS_EVERY = 8

const ITEMS: Readonly<Record<Named['kind'], readonly Item[]>> = {
  community: POSTS,
  hashtag: everyNth(2).map((post) => ({ ...post, tags: [...new Set([...post.tags, 'demo'])] })),
  search: everyNth(3),
  list: POSTS,
  collection: [...VIDEOS.slice(0, 4), null, ...VIDEOS.slice(4)],
  feed: ranked.flatMap((post, index) =>
    index % REPEATS_EVERY === 7 ? [post, ...ranked.slice(index - 3, index - 2)] : [post],
  ),
}

/** Every item, in its order. Only `demo` has some. */
export const itemsOf = ({ kind, name }: Named): readonly Item[] => (name === 'demo' ? ITEMS[kind] : [])

const AVATAR_URL = `${SANDBOX_ORIGIN}/media/avatar.png`
const SHOWN = {
  avatarUrl: AVATAR_URL,
  bio: { text: BIO, html: textToHtml(BIO) },
} as const
const CREATED = { createdAt: '2020-02-29T23:59:59.000Z' } as const

type Known = Parameters<typeof buildProfile>[0]

const PROFILES: Readonly<
  Record<Named['kind'], (base: { handle: string; id: string }, name: string) => PlatformProfile>
> = {
  community: (base) =>
    describe(base, 'c/demo', {
      displayName: 'Sandbox community',
      bannerUrl: `${SANDBOX_ORIGIN}/media/banner.png`,
      ...CREATED,
      counts: { followers: 1_234, posts: POSTS.length },
    }),
  hashtag: (base, tag) => buildHashtag({ ...base, tag, url: `${SANDBOX_ORIGIN}/tags/${encodeURIComponent(tag)}` }),
  search: (base, query) =>
    buildSearch({ ...base, query, url: `${SANDBOX_ORIGIN}/search?q=${encodeURIComponent(query)}` }),
  list: (base) =>
    describe(base, 'list/demo', {
      displayName: 'Sandbox list',
      owner: DEMO_AUTHOR,
      ...CREATED,
      counts: { followers: 321, following: AUTHORS.length },
    }),
  collection: (base) =>
    describe(base, 'playlist/demo', {
      displayName: 'Sandbox playlist',
      owner: DEMO_AUTHOR,
      ...CREATED,
      counts: { posts: ITEMS.collection.length },
    }),
  feed: (base) => describe(base, 'feed/demo', { displayName: 'Sandbox feed', owner: OTHER_AUTHOR }),
}

const describe = (base: { handle: string; id: string }, path: string, known: Omit<Known, 'handle'>): PlatformProfile =>
  buildProfile({ ...base, url: `${SANDBOX_ORIGIN}/${path}`, ...SHOWN, ...known })

export const makeKindProfile = (handle: string, { kind, name }: Named): PlatformProfile =>
  PROFILES[kind]({ handle, id: `${kind} ${name}` }, name)
