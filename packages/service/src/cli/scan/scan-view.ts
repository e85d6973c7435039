// The terminal output for a page of posts. All of it is untrusted, so only printable text is written to the terminal.

import type { Post, Profile } from '../../post/post.ts'
import type { CacheState } from '../../scanning/pages.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import type { Io } from '../io.ts'
import { printable, printableLines } from '../output/printable.ts'
import { shellQuoted } from '../output/shell-quoted.ts'
import { type Style, styleFor } from '../output/style.ts'
import { wrapText } from '../output/text-width.ts'
import { fromNow, localDate, localTime, pluralize } from '../output/times.ts'
import { postView } from './post-view.ts'

/** The `data` of a scan-profile response. */
export type ScanData = {
  readonly body: {
    readonly platform: string
    readonly handle: string
    readonly variant: string
    readonly profile: Profile
    readonly posts: readonly Post[]
  }
  readonly nextCursor: string | null
  readonly fetchedAt: string
}

type Layout = { readonly platform: Pick<Platform, 'name'>; readonly cache: CacheState; readonly io: Io }

/** Longer lines are hard to read, even on a wide terminal. */
const MAX_COLUMNS = 100

export const scanView = (data: ScanData, { platform, cache, io }: Layout): string => {
  const style = styleFor(io)
  const columns = Math.min(io.columns, MAX_COLUMNS)
  const { profile, posts } = data.body
  const emptyText = data.nextCursor === null ? 'No posts.\n' : 'No posts on this page. There are more pages.\n'
  return [
    profileView(profile, platform.name, columns, style, io),
    ...posts.map((post) => postView(post, { columns, style, io })),
    posts.length === 0 ? emptyText : '',
    footer(data, cache, style, io),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const profileView = (
  profile: Profile,
  platformName: string,
  columns: number,
  style: Style,
  { timeZone }: Io,
): string => {
  const { displayName, handle, url, bio, verified, createdAt, counts } = profile
  const name = printable(displayName ?? handle)
  const facts = [
    counts.followers === null ? null : pluralize(counts.followers, 'follower'),
    counts.following === null ? null : `${pluralize(counts.following, 'following', 'following')}`,
    counts.posts === null ? null : pluralize(counts.posts, 'post'),
    createdAt === null ? null : `since ${localDate(Date.parse(createdAt), timeZone)}`,
  ].filter((fact) => fact !== null)
  const lines = [
    `${style.bold(name)}${verified ? style.cyan(' ✓') : ''}  ${style.dim(`${printable(handle)} on ${platformName}`)}`,
    url === null ? null : style.dim(printable(url)),
    ...(bio.text === null ? [] : wrapText(printableLines(bio.text), columns)),
    facts.length === 0 ? null : facts.join(' · '),
  ]
  return lines
    .filter((line) => line !== null)
    .map((line) => `${line}\n`)
    .join('')
}

const footer = (
  { body, nextCursor, fetchedAt }: ScanData,
  cache: CacheState,
  style: Style,
  { now, timeZone }: Io,
): string => {
  const { platform, handle, variant, posts } = body
  const time = Date.parse(fetchedAt)
  const cacheTexts: Readonly<Record<CacheState, string>> = {
    miss: `Fetched ${localTime(time, timeZone)}.`,
    hit: `Cached ${localTime(time, timeZone)} (${fromNow(time, now())}).`,
    stale: `Cached ${localTime(time, timeZone)} (${fromNow(time, now())}). The platform does not respond, or the page is being refreshed.`,
  }
  const summary = style.dim(`${pluralize(posts.length, 'post')}. ${cacheTexts[cache]}`)
  if (nextCursor === null) return `${summary}${style.dim(' This is the last page.')}\n`
  const variantOption = variant === 'posts' ? '' : ` --variant ${shellQuoted(variant)}`
  return `${summary}
Next page:
  npx --no-install central-api scan ${shellQuoted(platform)} ${shellQuoted(handle)}${variantOption} --cursor ${shellQuoted(nextCursor)}
`
}
