// docs/reference/normalization.md: which fields of the normalized form each platform provides. No cell is written by hand: the mappings run
// over each fixture with one value changed at a time, and a field that changes depends on that value.

import { ALL_PLATFORMS } from '../../packages/service/src/platforms/all.ts'
import { Author, LinkCard, PlatformMedia, Poll, Post, Profile } from '../../packages/service/src/post/post.ts'
import { ALL_FIXTURES } from '../../packages/testing/src/platforms/suite/all-fixtures.cases.ts'
import { type PlatformFixtures, reasonFor } from '../../packages/testing/src/platforms/suite/platform-fixture.ts'
import { type Telling, type Trace, traceFixtures } from '../../packages/testing/src/platforms/suite/trace-fixture.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'
import { platformHeading } from './platform-heading.ts'

const INTRODUCTION = `${generatedHead('Fields by platform')}Look up which fields a platform provides. This page lists every field of the [normalized form](../../packages/service/src/post/post.ts) for each platform: how the
service fills it, and which data of the platform it leaves out. The page is generated from complete responses of the platforms: each value is
changed and removed in turn, and the fields that change depend on it.

| | |
| --- | --- |
| **●** | provided: a response contains the value, in its own format |
| **○** | derived: computed from other values, such as a URL from an id, or the end of a poll from its duration |
| · | never provided: always \`null\`, or an empty list |

\`source\`, and \`originalUrl\` and \`sizes\` of media are not listed, because the service adds them to every post. The sandbox is not listed, because its data is made up.
To add a platform to this page, see [adding a platform](../contribute/platform-tests.md#fixtures).`

const MARKS: Readonly<Record<Telling, string>> = { told: '●', derived: '○' }

type Row = { readonly fixtures: PlatformFixtures; readonly trace: Trace }

/** Heading → the fields below it, and the prefix of their names. */
const GROUPS: readonly (readonly [heading: string, names: readonly string[], at: readonly string[]])[] = [
  ['The profile', namesOf(Profile.properties), ['profile']],
  ['The post', namesOf(Post.properties), ['post']],
  ['Its author', namesOf(Author.properties), ['post.author']],
  ['Its media', namesOf(PlatformMedia.properties), ['post.media[]']],
  ['Its link', namesOf(LinkCard.properties), ['post.link']],
  ['Its poll', namesOf(Poll.properties), ['post.poll']],
  ['Reposts, replies and quotes', ['id', 'url', 'author'], ['post.repostOf', 'post.replyTo', 'post.quoteOf']],
]

/** The names of the fields. Objects that only group fields are flattened. */
function namesOf(properties: object): readonly string[] {
  return Object.entries(properties)
    .filter(([name]) => name !== 'source')
    .flatMap(([name, schema]) =>
      name === 'counts' || name === 'metrics' || name === 'bio'
        ? Object.keys((schema as { properties: object }).properties).map((each) => `${name}.${each}`)
        : [name],
    )
}

/** How a field is filled. For a field with nested fields, the best mark of any of them. */
const markOf = ({ trace }: Row, field: string): string => {
  const tellings = [...trace.fields]
    .filter(([each]) => each === field || each.startsWith(`${field}.`) || each.startsWith(`${field}[]`))
    .map(([, { telling }]) => telling)
  if (tellings.length === 0) return '·'
  return MARKS[tellings.includes('told') ? 'told' : 'derived']
}

const overview = (rows: readonly Row[]): readonly string[] =>
  GROUPS.flatMap(([heading, names, places]) =>
    places.map((place) => {
      const title = places.length === 1 ? `### ${heading}` : `### ${heading}: \`${place.slice('post.'.length)}\``
      const head = ['', ...names.map((name) => `\`${name.replace(/^(?:counts|metrics)\./, '')}\``)]
      const cells = rows.map((row) => [
        `[\`${row.fixtures.platform}\`](#${row.fixtures.platform})`,
        ...names.map((name) => markOf(row, `${place}.${name}`)),
      ])
      return `${title}\n\n${table(head, cells)}`
    }),
  )

const code = (text: string): string => `\`${text}\``

/** The list ends after these, because a kind depends on nearly everything. */
const MAX_PLACES = 6

const listed = (places: readonly string[]): string => {
  const more = places.length - MAX_PLACES
  const shown = places.slice(0, MAX_PLACES).map(code).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}

const nameOf = ({ platform }: PlatformFixtures): string =>
  ALL_PLATFORMS.find(({ id }) => id === platform)?.name ?? platform

const section = ({ fixtures, trace }: Row): string => {
  const filled = [...trace.fields]
    .toSorted(([one], [other]) => ORDER(one) - ORDER(other))
    .map(([field, { telling, from }]) => [
      code(field),
      MARKS[telling],
      from.length === 0 ? 'always the same' : listed(from),
    ])
  const unmapped = [
    ...trace.deciding.map((place) => [code(place), 'Decides whether a post is shown.']),
    ...trace.unread.map((place) => [code(place), reasonFor(fixtures.unmapped, place) ?? 'No reason is stated.']),
  ]
  return [
    platformHeading({ id: fixtures.platform, name: nameOf(fixtures) }),
    table(['field', '', 'from'], filled),
    `In no post of ${nameOf(fixtures)}:`,
    table(['data of the response', 'why'], unmapped),
  ].join('\n\n')
}

/** The profile first, then the post, each in the order of the form. */
const ORDER = (field: string): number => {
  const index = FIELDS.findIndex(
    (each) => field === each || field.startsWith(`${each}.`) || field.startsWith(`${each}[]`),
  )
  return index === -1 ? FIELDS.length : index
}
const FIELDS: readonly string[] = [
  ...namesOf(Profile.properties).map((name) => `profile.${name}`),
  ...namesOf(Post.properties).map((name) => `post.${name}`),
]

/** The whole page. */
export const writeNormalization = (all: readonly PlatformFixtures[]): string => {
  const rows = all.map((fixtures) => ({ fixtures, trace: traceFixtures(fixtures) }))
  return `${[INTRODUCTION, '## All platforms', ...overview(rows), ...rows.map(section)].join('\n\n').replace(/\n{3,}/g, '\n\n')}`
}

/** Cached, because it takes seconds and `npm run docs` generates it twice. */
let written: string | undefined

export const normalizationDocument: GeneratedDocument = {
  path: 'docs/reference/normalization.md',
  generate: () => (written ??= writeNormalization(ALL_FIXTURES)),
}
