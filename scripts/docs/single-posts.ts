// The part of docs/reference/platforms.md that lists the sources of single posts. It applies the service's own rule to the URLs of its tests.

import { readFileSync } from 'node:fs'
import { POSTS_ONLY } from '../../packages/service/src/platforms/posts-only.ts'
import type { SourceKind } from '../../packages/service/src/post/post.ts'
import type { Addressed, Platform } from '../../packages/service/src/upstream/contract/platform.ts'
import type { Source } from '../../packages/service/src/upstream/contract/source.ts'
import { createRecognizer, type PostTarget } from '../../packages/service/src/validation/posts/recognize-post.ts'
import { type Way, waysTo } from '../../packages/service/src/validation/posts/ways-to.ts'
import { table } from './document.ts'
import { waysToSign } from './ways-to-sign.ts'

const POST_URLS = new URL('../../packages/testing/src/validation/posts/fixtures/post-addresses.tsv', import.meta.url)

const INTRODUCTION = `## Single posts

\`POST /validate-post\` reads a post from these sources, in this order. It uses the next source if the previous one is not set up or
fails. \`POST /posts\` uses only the API. If a source reports that a post is deleted or hidden, no other source is used. See
[validation](../guides/validation.md).`

const SOURCES: Readonly<Record<SourceKind, string>> = {
  official_api: 'official API',
  feed: 'feed',
  public_page: 'public pages',
  sandbox: 'the sandbox',
}
const WAYS: Readonly<Record<Exclude<Way, 'api'>, string>> = { oembed: 'oEmbed', page: 'the page' }
const IN_ORDER = ['api', 'oembed', 'page'] as const satisfies readonly Way[]

const code = (text: string): string => `\`${text}\``

/** The settings that a source requires; empty if it requires none. */
const needsOf = (source: Source, { credentials = [] }: Pick<Platform, 'credentials'>): string => {
  const { credential, ownerOfPost } = source
  const kind = typeof credential === 'string' ? credentials.find(({ id }) => id === credential) : undefined
  const which = ownerOfPost === undefined ? '' : ' for posts of connected accounts'
  if (kind === undefined) return ''
  return `${which} (with ${waysToSign(kind)})`
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
  const elsewhere = found.length === 0 ? '' : `its page, then ${found.join(', then ')}`
  return [code(platform.id), platform.name, requested.join(', then ') || 'none', elsewhere]
}

/** The whole part. */
export const singlePosts = (platforms: readonly Platform[]): string => {
  const all = [...platforms, ...POSTS_ONLY]
  const recognizer = createRecognizer(all)
  const targets = readFileSync(POST_URLS, 'utf8')
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
  return [INTRODUCTION, table(['id', 'name', 'sources', 'on a site’s own host'], rows)].join('\n\n')
}
