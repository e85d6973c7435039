// The part of docs/platforms.md that tells which way a single post is asked for: by the rule of the service itself, over the
// addresses that it is tested with.

import { readFileSync } from 'node:fs'
import { POSTS_ONLY } from '../../packages/service/src/platforms/posts-only.ts'
import type { SourceKind } from '../../packages/service/src/post/post.ts'
import type { Addressed, Platform } from '../../packages/service/src/upstream/contract/platform.ts'
import type { Source } from '../../packages/service/src/upstream/contract/source.ts'
import { createRecognizer, type PostTarget } from '../../packages/service/src/validation/posts/recognize-post.ts'
import { type Way, waysTo } from '../../packages/service/src/validation/posts/ways-to.ts'
import { table } from './document.ts'

const ADDRESSES = new URL('../../packages/testing/src/validation/posts/fixtures/post-addresses.tsv', import.meta.url)

const INTRODUCTION = `## Single posts

What \`POST /validate-post\` asks for a post, first to last: the next is asked where the one before is not set up, or fails of
itself. \`POST /posts\` asks the API alone. What is deleted or hidden by the word of one of them is not looked for elsewhere;
[validation](validation.md) tells more.`

const SOURCES: Readonly<Record<SourceKind, string>> = {
  official_api: 'its official API',
  feed: 'its feed',
  public_page: 'its public pages',
  sandbox: 'itself',
}
const WAYS: Readonly<Record<Exclude<Way, 'api'>, string>> = { oembed: 'its oEmbed', page: 'the page' }
const IN_ORDER = ['api', 'oembed', 'page'] as const satisfies readonly Way[]

const code = (text: string): string => `\`${text}\``

/** What is to be set for a source to be asked; nothing where it may be asked in any case. */
const needsOf = (source: Source, { credentials = [] }: Pick<Platform, 'credentials'>): string => {
  const { credential, ownerOfPost } = source
  const kind = typeof credential === 'string' ? credentials.find(({ id }) => id === credential) : undefined
  const whose = ownerOfPost === undefined ? '' : ' for posts of connected accounts'
  return kind === undefined ? '' : `${whose} (with ${kind.settings.map(code).join(' and ')})`
}

const sourcesWith = (platform: Addressed | Platform, way: 'post' | 'findPost'): readonly string[] =>
  'sources' in platform
    ? platform.sources
        .filter((source) => source[way] !== undefined)
        .map((source) => `${SOURCES[source.provenance]}${needsOf(source, platform)}`)
    : []

const rowOf = (platform: Addressed | Platform, targets: readonly PostTarget[]): readonly string[] => {
  const apis = sourcesWith(platform, 'post')
  const ways = new Set(targets.flatMap((target) => waysTo(target, apis.length > 0)))
  const requested = IN_ORDER.filter((way) => ways.has(way)).flatMap((way) => (way === 'api' ? apis : [WAYS[way]]))
  const found = sourcesWith(platform, 'findPost')
  const elsewhere = found.length === 0 ? '' : `its page, then ${found.join(', else ')}`
  return [code(platform.id), platform.name, requested.join(', else ') || 'nothing', elsewhere]
}

/** The whole part. */
export const singlePosts = (platforms: readonly Platform[]): string => {
  const all = [...platforms, ...POSTS_ONLY]
  const recognizer = createRecognizer(all)
  const targets = readFileSync(ADDRESSES, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const found = URL.canParse(line.split('\t')[1] ?? '')
        ? recognizer.find(new URL(line.split('\t')[1] ?? ''))
        : undefined
      return found?.is === 'post' ? [found.target] : []
    })
  const rows = all.map((platform) =>
    rowOf(
      platform,
      targets.filter((target) => target.platform === platform.id),
    ),
  )
  return [INTRODUCTION, table(['id', 'name', 'what is asked', 'at a host of a site’s own'], rows)].join('\n\n')
}
