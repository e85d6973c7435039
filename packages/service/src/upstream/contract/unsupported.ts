// URLs of a platform that the service cannot scan, as data: the error tells a person what the pasted URL is.

/** Kind, as in `details.kind` of the error → the noun in its sentence. */
export const UNSUPPORTED_KINDS = {
  album: 'an album',
  albums: 'a list of albums',
  archive: 'an archive of a period',
  category: 'a category',
  channel: 'a private channel',
  chat: 'a chat',
  clips: 'a list of clips',
  collection: 'a collection',
  commits: 'a list of commits',
  community: 'a community',
  community_posts: 'a list of posts that are no videos',
  course: 'a course',
  discussions: 'a list of discussions',
  effect: 'an effect',
  event: 'an event',
  events: 'a list of events',
  feed: 'a feed of several accounts',
  gallery: 'a gallery',
  group: 'a group',
  hashtag: 'a hashtag',
  issues: 'a list of issues',
  job: 'a job',
  jobs: 'a list of jobs',
  likes: 'a list of what an account likes',
  list: 'a list',
  lists: 'a list of lists',
  newsletter: 'a newsletter',
  notes: 'a list of notes',
  person: 'the profile of a person',
  place: 'a place',
  playlist: 'a playlist',
  playlists: 'a list of playlists',
  podcast: 'a podcast',
  product: 'a product',
  project: 'a project',
  reviews: 'a list of reviews',
  schedule: 'a schedule',
  search: 'a search',
  section: 'a section',
  series: 'a series',
  sound: 'a sound',
  stickers: 'a set of stickers or emoji',
  story: 'a story',
  tagged: 'a list of posts that tag an account',
  team: 'a team',
  topic: 'a topic',
  view: 'a list with a filter or an order of its own',
} as const satisfies Readonly<Record<string, string>>
export type UnsupportedKind = keyof typeof UNSUPPORTED_KINDS

/** The sentences of the error. */
export const unsupportedSentence = ({ instead, says }: Unsupported, kind: UnsupportedKind): string =>
  `This is ${UNSUPPORTED_KINDS[kind]}. ${says?.[kind] ?? instead}`

export type Unsupported = {
  /** What can be scanned instead: the sentence that follows. */
  readonly instead: string
  /** Kind → the sentence that replaces `instead`: why the platform lets nobody read it. */
  readonly says?: Readonly<Partial<Record<UnsupportedKind, string>>>
  /** The host of a text without one: `r/all` is `reddit.com/r/all`. */
  readonly home?: string
  /** What parts look like, as the parts of `PostAddresses`. Hosts have the aliases that `posts` defines. */
  readonly parts?: Readonly<Record<string, string>>
  /** Kind → its URLs, as the patterns of `PostAddresses`. They never match a post's own URL. */
  readonly urls: Readonly<Partial<Record<UnsupportedKind, readonly string[]>>>
}
