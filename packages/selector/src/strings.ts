// All strings of the selector in one JSON-serializable table, which a page can override, and their formatting. `{name}` is a
// placeholder.

import { ERROR_SENTENCES } from './error-sentences.ts'

/** A string for each plural category of a language. Missing categories use `other`. */
export type Plural = { readonly other: string } & {
  readonly [Category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string
}

const TEXTS = {
  legend: 'Posts by {profile}',
  filter: 'Filter',
  profile: 'Profile',
  addProfile: 'Add a profile',
  platform: 'Platform',
  handle: 'Profile name or URL',
  add: 'Show posts',
  anything: 'Profile, hashtag or URL',
  anythingExample: '@name, #hashtag or https://…',
  which: 'Which one?',
  unrecognized: 'Nothing was found that this text names. Paste the URL of a profile, a hashtag, a playlist or a feed.',
  start: 'Enter a profile to see its posts.',
  search: 'Search',
  kind: 'Kind',
  allKinds: 'All kinds',
  from: 'From',
  until: 'Until',
  clear: 'Clear filter',
  hint: 'Use the arrow keys to move between posts. Press Space to select a post, or Shift+Space to select all posts since the last selected one.',
  undated: 'No date',
  wordless: 'No text',
  label: '{date}, {kind}: {text}',
  labelWithoutText: '{date}, {kind}',
  open: 'Open',
  openOf: 'Open post in a new tab: {post}',
  noPicture: 'Image not available',
  covered: 'Sensitive content',
  uncover: 'Show image',
  uncoverOf: 'Show image: {post}',
  loading: 'Loading posts…',
  more: 'Show more',
  all: 'No more posts.',
  empty: 'No posts yet.',
  noMatch: 'No post matches.',
  noMatchYet: 'No loaded post matches. Load more posts to search older ones.',
  status: '{posts}, {chosen}',
  retry: 'Try again',
  request: 'Request ID: {id}',
  chosenTitle: 'Selected posts',
  chosenEmpty: 'No posts selected yet.',
  moveUp: 'Move up: {post}',
  moveDown: 'Move down: {post}',
  remove: 'Remove: {post}',
  removed: 'Removed: {post}',
  movedTo: 'Moved to position {place} of {count}: {post}',
  valueMissing: 'Select at least one post.',
} as const

const PLURALS = {
  posts: { one: '{count} post', other: '{count} posts' },
  matching: { one: '{count} of {total} posts matches', other: '{count} of {total} posts match' },
  chosen: { other: '{count} selected' },
  full: { one: 'You can select no more than {count} post.', other: 'You can select no more than {count} posts.' },
  tooFew: { one: 'Select at least {count} post.', other: 'Select at least {count} posts.' },
} as const satisfies Readonly<Record<string, Plural>>

/** Names of the kinds of posts. An unknown kind is shown as it is. */
const KINDS = {
  text: 'Text',
  article: 'Article',
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  gallery: 'Gallery',
  link: 'Link',
  poll: 'Poll',
} as const

/** Messages for this package's codes, and for errors without a known code. */
const OWN_ERRORS = {
  page_offline: 'Your website cannot be reached. Check your connection, then try again.',
  page_unexpected: 'Your website did not return the posts. You may have been signed out. Reload this page.',
  other: 'Something went wrong. Try again. If the problem persists, contact the administrator of your website.',
} as const

const ERRORS: Readonly<Record<string, string>> = { ...ERROR_SENTENCES, ...OWN_ERRORS }

export type Strings = {
  readonly [Name in keyof typeof TEXTS]: string
} & {
  readonly [Name in keyof typeof PLURALS]: Plural
} & {
  readonly kinds: Readonly<Record<string, string>>
  /** Error code → message; `other` for unknown codes. */
  readonly errors: Readonly<Record<string, string>>
}

/** The default strings, in English. */
export const STRINGS: Strings = { ...TEXTS, ...PLURALS, kinds: KINDS, errors: ERRORS }

/** Strings of a page: any part of the table. */
export type OwnStrings = Partial<Strings>

type Values = Readonly<Record<string, string | number>>

export type Say = {
  (name: keyof typeof TEXTS, values?: Values): string
  /** A string that depends on `count`. */
  plural(name: keyof typeof PLURALS, values: Values & { readonly count: number }): string
  /** Name of a kind; null means text. */
  kind(kind: string | null): string
  error(code: string): string
  date(time: Date): string
}

/** `locale` is a BCP 47 tag. Default: the browser's locale. */
export const createSay = (own: OwnStrings, locale: string | undefined): Say => {
  const kinds: Strings['kinds'] = { ...KINDS, ...own.kinds }
  const errors: Strings['errors'] = { ...ERRORS, ...own.errors }
  const strings: Strings = { ...STRINGS, ...own, kinds, errors }
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

  const fill = (sentence: string, values: Values): string =>
    sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      return typeof value === 'number' ? numbers.format(value) : (value ?? whole)
    })

  return Object.assign((name: keyof typeof TEXTS, values: Values = {}) => fill(strings[name], values), {
    plural: (name: keyof typeof PLURALS, values: Values & { readonly count: number }) =>
      fill(strings[name][rules.select(values.count)] ?? strings[name].other, values),
    kind: (kind: string | null) => kinds[kind ?? 'text'] ?? kind ?? '',
    error: (code: string) => errors[code] ?? errors.other ?? '',
    date: (time: Date) => dates.format(time),
  })
}
