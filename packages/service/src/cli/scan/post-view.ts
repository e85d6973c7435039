// One post as a person reads it: when, what kind, title and text, what hangs on it, where it is.

import type { Media, Post, PostReference } from '../../post/post.ts'
import type { Io } from '../io.ts'
import { printable, printableLines } from '../output/printable.ts'
import type { Style } from '../output/style.ts'
import { truncate, wrapText } from '../output/text-width.ts'
import { counted, localTime } from '../output/times.ts'

type Around = { readonly columns: number; readonly style: Style; readonly io: Pick<Io, 'timeZone'> }

const INDENT = '  '
/** A whole article is not read in a terminal. */
const MOST_LINES = 12

export const postView = (post: Post, { columns, style, io }: Around): string => {
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
  if (lines.length <= MOST_LINES) return lines
  return [...lines.slice(0, MOST_LINES), `… ${counted(lines.length - MOST_LINES, 'more line')}`]
}

const REFERENCES = { repostOf: 'reposts', replyTo: 'answers', quoteOf: 'quotes' } as const

/** The posts that it is about: whose they are, and where. */
const referenceLines = (post: Post, width: number): string[] =>
  Object.entries(REFERENCES).flatMap(([field, verb]) => {
    const told = placeOf(post[field as keyof typeof REFERENCES])
    return told === '' ? [] : [truncate(printable(`${verb} ${told}`), width)]
  })

const placeOf = (reference: PostReference | null): string => {
  const { author = null, url = null, id = null } = reference ?? {}
  return [author?.handle ?? author?.displayName, url ?? id].filter((each) => each != null).join(' ')
}

/** Each choice with its votes, and what the poll is. */
const pollLines = ({ poll }: Post, width: number): string[] => {
  if (poll === null) return []
  const { options, votes, voters, closed, multiple } = poll
  const facts = [
    votes === null ? null : counted(votes, 'vote'),
    voters === null || voters === votes ? null : counted(voters, 'voter'),
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
  const told: readonly (readonly [string, boolean])[] = [
    ['pinned', pinned === true],
    ['sensitive', sensitive === true],
    ['repost', repostOf !== null],
    ['reply', replyTo !== null],
    ['quote', quoteOf !== null],
    ['edited', editedAt !== null],
  ]
  return told.filter(([, isSo]) => isSo).map(([mark]) => mark)
}

const NOUNS = { image: 'image', video: 'video', gif: 'gif', audio: 'recording' } as const satisfies Record<
  Media['type'],
  string
>

const facts = ({ media, metrics, tags }: Post): string[] => {
  const { likes, comments, shares, views } = metrics
  const told = [
    ...Object.entries(NOUNS).map(
      ([type, noun]) => [media.filter((item) => item.type === type).length || null, noun] as const,
    ),
    [likes, 'like'] as const,
    [comments, 'comment'] as const,
    [shares, 'share'] as const,
    [views, 'view'] as const,
    [tags.length || null, 'tag'] as const,
  ]
  const text = told.flatMap(([count, noun]) => (count === null ? [] : [counted(count, noun)])).join(' · ')
  return text === '' ? [] : [text]
}
