// The syntax of MFM, Misskey's markup, as tables: source → HTML.
// https://github.com/misskey-dev/mfm.js/blob/develop/docs/syntax.md

import { escapeAttribute, escapeText } from '../../post/markup/escape.ts'
import { linkHtml } from '../../post/text.ts'

/** Opening mark → closing mark and HTML element. */
export const MARKS: ReadonlyMap<string, { readonly closes: string; readonly element: string }> = new Map([
  ['**', { closes: '**', element: 'strong' }],
  ['~~', { closes: '~~', element: 's' }],
  ['<b>', { closes: '</b>', element: 'strong' }],
  ['<i>', { closes: '</i>', element: 'em' }],
  ['<s>', { closes: '</s>', element: 's' }],
  ['<small>', { closes: '</small>', element: 'small' }],
  ['<center>', { closes: '</center>', element: 'div' }],
])

export type MfmContext = {
  /** The author's server, to which hashtags and mentions without a host belong. */
  readonly host: string
  /** Writes the label of a link, which contains no links. */
  readonly label: (text: string) => string
}

type Groups = Readonly<Record<string, string | undefined>>
type Leaf = {
  /** Possible first characters. */
  readonly begins: string
  readonly isLink?: true
  readonly pattern: RegExp
  readonly write: (groups: Groups, context: MfmContext) => string
}

const URL_CHARACTERS = "[\\w.,/:%#@$&?!~=+*;'-]"
const URL_PATTERN = `https?://(?:${URL_CHARACTERS}|\\(${URL_CHARACTERS}{0,200}\\)){1,2000}`
/** A URL does not end with the punctuation of a sentence. */
const SENTENCE_ENDS = ".,:;!?'"

const writeUrl = (text: string): string => {
  let end = text.length
  while (SENTENCE_ENDS.includes(text.charAt(end - 1))) end -= 1
  const url = text.slice(0, end)
  return linkHtml(url, url) + escapeText(text.slice(end))
}

const wrapped = (element: string, begins: string, pattern: RegExp): Leaf => ({
  begins,
  pattern,
  write: ({ inner = '' }) => `<${element}>${escapeText(inner)}</${element}>`,
})

/** Elements without nested marks. A pattern is tried where its first character occurs. */
export const LEAVES: readonly Leaf[] = [
  wrapped('code', '`', /`(?<inner>[^`\n´]{1,2000})`/y),
  wrapped('code', '\\', /\\\((?<inner>[^\n)]{1,1000}?)\\\)/y),
  wrapped('em', '*', /(?<![a-z0-9*])\*(?<inner>[a-z0-9 \t]{1,500})\*(?!\*)/iy),
  wrapped('strong', '_', /__(?<inner>[a-z0-9 \t]{1,500})__/iy),
  wrapped('em', '_', /(?<![a-z0-9_])_(?<inner>[a-z0-9 \t]{1,500})_(?!_)/iy),
  {
    begins: '<',
    pattern: /<plain>(?<inner>[^<]{0,2000})<\/plain>/y,
    write: ({ inner = '' }) => escapeText(inner),
  },
  {
    begins: '<',
    isLink: true,
    pattern: /<(?<url>https?:\/\/[^\s<>]{1,2000})>/y,
    write: ({ url = '' }) => linkHtml(url, url),
  },
  {
    begins: '[?',
    isLink: true,
    pattern: new RegExp(`\\??\\[(?<label>[^\\n[\\]]{1,500})\\]\\(<?(?<url>${URL_PATTERN})>?\\)`, 'y'),
    write: ({ label = '', url = '' }, context) => {
      const link = linkHtml(url, '')
      return link === '' ? context.label(label) : link.replace('></a>', () => `>${context.label(label)}</a>`)
    },
  },
  {
    begins: 'h',
    isLink: true,
    pattern: new RegExp(`(?<!\\w)(?<url>${URL_PATTERN})`, 'y'),
    write: ({ url = '' }) => writeUrl(url),
  },
  {
    begins: '@',
    isLink: true,
    pattern: /(?<![a-z0-9])@(?<user>\w(?:[\w.-]{0,62}\w)?)(?:@(?<remote>[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}))?/iy,
    write: ({ user = '', remote }, { host }) =>
      linkHtml(`https://${remote ?? host}/@${user}`, remote === undefined ? `@${user}` : `@${user}@${remote}`),
  },
  {
    begins: '#',
    isLink: true,
    // A number is not a hashtag.
    pattern:
      /(?<![a-z0-9])#(?<tag>(?!\d+(?![^\s.,!?'"#:/[\]【】()「」（）<>&]))[^\s.,!?'"#:/[\]【】()「」（）<>&]{1,128})/iuy,
    write: ({ tag = '' }, { host }) =>
      `<a class="hashtag" href="${escapeAttribute(`https://${host}/tags/${encodeURIComponent(tag.toWellFormed())}`)}">#${escapeText(tag)}</a>`,
  },
]
