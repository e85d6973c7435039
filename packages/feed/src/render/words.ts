// Every word and sentence of a feed, in English. The kit and the PHP renderer have the same ones under the same names.

/** Texts for a number. `%s` stands for the number. Languages with more forms add `few`, `many` and so on. */
export type PluralWords = { readonly other: string } & {
  readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string
}

/** Words that the scripts need, in the attribute `data-words`. */
const FOR_SCRIPTS = {
  more: 'more',
  less: 'less',
  open: 'Open',
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  previousImage: 'Previous image',
  nextImage: 'Next image',
  previousPosts: 'Previous posts',
  nextPosts: 'Next posts',
  dialog: 'Post',
  number: '%1$s of %2$s',
  added: '%s more posts',
  failed: 'More posts could not be loaded. Try again.',
} as const

export const WORDS = {
  playVideo: 'Play video',
  playAudio: 'Play audio',
  showImage: 'Show image',
  loadsFrom: 'Loads from %s, which may see your IP address',
  pinned: 'Pinned',
  sensitive: 'This post may contain sensitive content. Show post',
  millions: '%sM',
  thousands: '%sK',
  repostedFrom: 'Reposted from %s',
  reposted: 'Reposted',
  repostedBy: 'Reposted by %s',
  inReplyTo: 'In reply to %s',
  quotes: 'Quotes a post by %s',
  closed: 'Closed',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Reposts',
  views: 'Views',
  viewOn: 'View on %s',
  followOn: 'Follow on %s',
  loadMore: 'Load more',
  ...FOR_SCRIPTS,
} as const

export const PLURAL_WORDS = {
  items: { one: '%s item', other: '%s items' },
  votes: { one: '%s vote', other: '%s votes' },
  posts: { one: '%s post', other: '%s posts' },
  followers: { one: '%s follower', other: '%s followers' },
  following: { one: '%s following', other: '%s following' },
} as const satisfies Record<string, PluralWords>

export const SCRIPT_WORDS = Object.keys(FOR_SCRIPTS) as readonly (keyof typeof FOR_SCRIPTS)[]

export type WordName = keyof typeof WORDS
export type PluralName = keyof typeof PLURAL_WORDS

/** Words of the element alone. */
export const ELEMENT_WORDS = { unloaded: 'Posts could not be loaded.', tryAgain: 'Try again' } as const

/** Any of these words, in another language or in other words. */
export type OwnWords = { readonly [Name in WordName | keyof typeof ELEMENT_WORDS]?: string } & {
  readonly [Name in PluralName]?: PluralWords
}
