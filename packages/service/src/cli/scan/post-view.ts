// The terminal output for a post: date, kind, title, text, media, counts and URL.

import type { Media, Post, PostReference } from '../../post/post.ts'
import type { Io } from '../io.ts'
import { printable, printableLines } from '../output/printable.ts'
import type { Style } from '../output/style.ts'
import { truncate, wrapText } from '../output/text-width.ts'
import { localTime, pluralize } from '../output/times.ts'

type Layout = { readonly columns: number; readonly style: Style; readonly io: Pick<Io, 'timeZone'> }

const INDENT = '  '
/** Longer texts are truncated. */
const MAX_LINES = 12

export const postView = (post: Post, { columns, style, io }: Layout): string => {
  const width = columns - INDENT.length
  const when = post.publishedAt === null ? 'no date' : localTime(Date.parse(post.publishedAt), io.timeZone)
  const lines = [
    ...(post.title === null ? [] : wrapText(printable(post.title), width).map((line) => style.bold(line))),
    ...textLines(post.text ?? post.summary, width),
    ...referenceLines(post, width),
    ...pollLines(post, width),
    ...(post.link === null
      ? []
      : [
          truncate(
            printable(`→ ${post.link.title ?? post.link.url} ${post.link.title === null ? '' : post.link.url}`),
            width,
          ),
        ]),
    ...facts(post),
  ]
  const url = post.url === null ? [] : [style.dim(printable(post.url))]
  const heading = [style.bold(when), style.cyan(post.kind), ...marks(post).map((mark) => style.yellow(mark))].join('  ')
  return [heading, ...[...lines, ...url].map((line) => `${INDENT}${line}`.trimEnd())]
    .map((line) => `${line}\n`)
    .join('')
}

const textLines = (text: string | null, width: number): string[] => {
  if (text === null) return []
  const lines = wrapText(printableLines(text), width)
  if (lines.length <= MAX_LINES) return lines
  return [...lines.slice(0, MAX_LINES), `… ${pluralize(lines.length - MAX_LINES, 'more line')}`]
}

const REFERENCES = { repostOf: 'reposts', replyTo: 'replies to', quoteOf: 'quotes' } as const

/** The author and the URL of each referenced post. */
const referenceLines = (post: Post, width: number): string[] =>
  Object.entries(REFERENCES).flatMap(([field, verb]) => {
    const reference = describeReference(post[field as keyof typeof REFERENCES])
    return reference === '' ? [] : [truncate(printable(`${verb} ${reference}`), width)]
  })

const describeReference = (reference: PostReference | null): string => {
  const { author = null, url = null, id = null } = reference ?? {}
  return [author?.handle ?? author?.displayName, url ?? id].filter((each) => each != null).join(' ')
}

/** The options of the poll with their votes, then facts about the poll. */
const pollLines = ({ poll }: Post, width: number): string[] => {
  if (poll === null) return []
  const { options, votes, voters, closed, multiple } = poll
  const facts = [
    votes === null ? null : pluralize(votes, 'vote'),
    voters === null || voters === votes ? null : pluralize(voters, 'voter'),
    multiple === true ? 'several choices' : null,
    closed === null ? null : closed ? 'closed' : 'open',
  ].filter((fact) => fact !== null)
  return [
    ...options.map(({ text, votes: own }) =>
      truncate(
        `${multiple === true ? '☐' : '○'} ${printable(text)}${own === null ? '' : `  ${own.toLocaleString('en')}`}`,
        width,
      ),
    ),
    ...(facts.length === 0 ? [] : [facts.join(' · ')]),
  ]
}

const marks = ({ pinned, sensitive, repostOf, replyTo, quoteOf, editedAt }: Post): string[] => {
  const all: readonly (readonly [string, boolean])[] = [
    ['pinned', pinned === true],
    ['sensitive', sensitive === true],
    ['repost', repostOf !== null],
    ['reply', replyTo !== null],
    ['quote', quoteOf !== null],
    ['edited', editedAt !== null],
  ]
  return all.filter(([, isSo]) => isSo).map(([mark]) => mark)
}

const NOUNS = { image: 'image', video: 'video', gif: 'gif', audio: 'recording' } as const satisfies Record<
  Media['type'],
  string
>

const facts = ({ media, metrics, tags }: Post): string[] => {
  const { likes, comments, shares, views } = metrics
  const counts = [
    ...Object.entries(NOUNS).map(
      ([type, noun]) => [media.filter((item) => item.type === type).length || null, noun] as const,
    ),
    [likes, 'like'] as const,
    [comments, 'comment'] as const,
    [shares, 'share'] as const,
    [views, 'view'] as const,
    [tags.length || null, 'tag'] as const,
  ]
  const text = counts.flatMap(([count, noun]) => (count === null ? [] : [pluralize(count, noun)])).join(' · ')
  return text === '' ? [] : [text]
}
