// docs/guides/sources.md: what can be followed on each platform, with forms to paste, and what cannot and why. From the
// kinds and the unsupported URLs that the platforms declare.

import { ALL_PLATFORMS } from '../../packages/service/src/platforms/all.ts'
import type { ProfileKind } from '../../packages/service/src/post/post.ts'
import { kindsOf } from '../../packages/service/src/upstream/contract/kinds.ts'
import type { Platform } from '../../packages/service/src/upstream/contract/platform.ts'
import { UNSUPPORTED_KINDS, type UnsupportedKind } from '../../packages/service/src/upstream/contract/unsupported.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'

const INTRODUCTION = `${generatedHead('What can be followed')}Find out what a handle can name besides an account: a hashtag, a community, a playlist, a list, a search. Paste one of the forms below into
any field for a profile, or send it as \`handle\`:

\`\`\`sh
npx --no-install central-api scan mastodon '#bread@mastodon.social'
\`\`\`

- **The form decides.** The service recognizes what a text names without a request, and \`profile.kind\` of each response says it.
- **A narrower URL is never read as the wider thing.** A search in a channel is not the channel. What the service recognizes and cannot read is
  \`profile_unsupported\`, with the reason.
- **A URL of a post is no handle** of the account that wrote it. Send it to [\`validate-post\`](validation.md) or \`posts\`. A video in a playlist
  (\`watch?v=…&list=…\`) names the playlist.
- **The order differs.** Posts come newest first, in the order of the owner (playlists), or ranked by the platform (custom feeds, trends). The tables say which.
- **Posts of many authors** come with the name and the link of each author, except in hashtags of Instagram, which withholds them. If the platform
  fails, the service serves their cached pages for at most 72 hours, because authors delete posts.
- **An empty hashtag or search is an empty page**, not an error.
- **Licenses share small budgets.** Instagram allows 30 hashtags in 7 days for each account, YouTube 100 searches a day for each key, Threads
  2,200 searches a day for each token. A single active license in live mode may use all of it. Of several, one may use half of what it and the
  others have left, but at least one; then it gets \`platform_rate_limited\`. A second license counts after a minute at most.
  What it may use counts across replicas and restarts. A hashtag of Instagram that is in use already is free for all licenses, and so is a cached
  page.

Several hashtags in one handle: \`#bread,rye\` has posts with any of them, \`#bread+rye\` with all of them, \`#bread-rye\` without the second.
The tables say where. At most five hashtags fit into a handle.`

const code = (text: string): string => `\`${text}\``

/** Kind → its heading, in this order. */
const HEADINGS: Readonly<Record<Exclude<ProfileKind, 'account'>, readonly [heading: string, says: string]>> = {
  hashtag: ['Hashtags and tags', 'Posts of anybody with a hashtag, on a platform or on one server of a network.'],
  community: ['Communities and servers', 'Places where many people post.'],
  list: ['Lists', 'Accounts or communities that somebody chose.'],
  collection: ['Playlists, albums and boards', 'Posts that somebody collected.'],
  feed: ['Custom feeds and trends', 'Posts that a program chooses and ranks.'],
  section: ['Parts of a site or account', 'A category, a tag, an author, a series, a repository.'],
  search: ['Searches', 'Posts that match words.'],
}

const ORDERS = { newest: 'newest first', owner: 'the owner’s', ranked: 'ranked' } as const

const nameOf = ({ id, name }: Platform): string => `[${name}](../reference/platforms.md#${id})`

/** The sandbox is for tests. */
const shown = (platforms: readonly Platform[]) => platforms.filter(({ id }) => id !== 'sandbox')

const kindSection = (platforms: readonly Platform[], kind: Exclude<ProfileKind, 'account'>): readonly string[] => {
  const rows = shown(platforms).flatMap((platform) => {
    const facts = kindsOf(platform).get(kind)
    if (facts === undefined) return []
    const { meaning, handles, order, refuses } = facts
    const what = [meaning, ...(refuses === undefined ? [] : [refuses])].join('. ')
    return [[nameOf(platform), what, ORDERS[order], handles.map(code).join(', ')]]
  })
  const [heading, says] = HEADINGS[kind]
  return rows.length === 0 ? [] : [`## ${heading}`, says, table(['platform', 'what', 'order', 'forms to paste'], rows)]
}

const PODCASTS =
  'A podcast is followed as a whole. A post has no field for the season, the number and the type of its episode, so they appear only where the podcast writes them into its titles, and a season has no handle of its own.'

/** Platforms that have pages of other things than blogs or feeds, in one handle of their own. */
const pagesSection = (platforms: readonly Platform[]): readonly string[] => {
  const rows = shown(platforms).flatMap((platform) => {
    const facts = platform.kinds?.account
    return facts === undefined ? [] : [[nameOf(platform), facts.meaning, facts.handles.map(code).join(', ')]]
  })
  return rows.length === 0
    ? []
    : [
        '## Pages with a feed',
        'The service finds the feeds of these pages by itself.',
        table(['platform', 'what', 'forms to paste'], rows),
        PODCASTS,
      ]
}

const NOT_READ =
  'The service recognizes these URLs and returns `profile_unsupported`, with the kind in `details.kind` and the reason in `message`. The table has one form of each.'

const unsupportedSection = (platforms: readonly Platform[]): readonly string[] => {
  const rows = shown(platforms).flatMap((platform) => {
    const { unsupported } = platform
    if (unsupported === undefined) return []
    const { instead, says = {}, urls } = unsupported
    const kinds = Object.keys(urls) as UnsupportedKind[]
    const why = [...new Set([...Object.values(says), instead])].join(' ')
    const what = kinds.map((kind) => {
      const [form] = urls[kind] ?? []
      return `${UNSUPPORTED_KINDS[kind]}: ${code(form ?? '#word')}`
    })
    return [[nameOf(platform), what.join('; '), why]]
  })
  return ['## What cannot be followed', NOT_READ, table(['platform', 'what', 'why, and what to use instead'], rows)]
}

/** The whole page. */
export const writeSources = (platforms: readonly Platform[]): string => {
  const kinds = Object.keys(HEADINGS) as Exclude<ProfileKind, 'account'>[]
  const parts = [
    INTRODUCTION,
    ...kinds.flatMap((kind) => kindSection(platforms, kind)),
    ...pagesSection(platforms),
    ...unsupportedSection(platforms),
  ]
  return `${parts
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}

export const sourcesDocument: GeneratedDocument = {
  path: 'docs/guides/sources.md',
  generate: () => writeSources(ALL_PLATFORMS),
}
