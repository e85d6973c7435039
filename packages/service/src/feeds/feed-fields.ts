// Links, dates, persons and texts as RSS, RDF and Atom write them.

import { parseTime } from '../parsing/parse-time.ts'
import { absoluteUrl } from '../post/absolute-url.ts'
import type { FeedPerson, FeedText } from './feed.ts'
import { attributeOf, childrenOf, type FeedElement, findNamed, textOf } from './feed-element.ts'
import { guessText, innerBase } from './feed-text.ts'

/** The base URL inside an element. */
export const baseOf = (element: FeedElement | undefined, outer: string): string =>
  innerBase(outer, ...(element?.bases ?? []))

/** The first valid date, in RFC 3339. */
export const firstTime = (dates: readonly (string | undefined)[]): string | undefined => {
  for (const date of dates) {
    const time = parseTime(date)
    if (time !== null) return time
  }
  return undefined
}

const timeOf = ({ text }: FeedElement) => parseTime(text)

/** The first valid date of the children with these names, in RFC 3339. */
export const timeIn = (parent: FeedElement, names: readonly string[]): string | undefined =>
  findNamed(parent, names, timeOf)

/** Markup if the element contains some, else the result of `guess`. */
export const textIn = (element: FeedElement | undefined, guess = guessText): FeedText | undefined => {
  if (element === undefined || element.text === '') return undefined
  return element.isMarkup ? { html: element.text } : guess(element.text)
}

/** An Atom link (RFC 4287, section 4.2.7), preferably to HTML. */
export const linkTo = (links: readonly FeedElement[], rel: string, base: string): string | undefined => {
  const found = links.filter((link) => relOf(link) === rel)
  const best = found.find((link) => /html|^$/i.test(attributeOf(link, 'type') ?? '')) ?? found[0]
  return best === undefined ? undefined : (hrefOf(best, base) ?? undefined)
}

export const relOf = (link: FeedElement): string => attributeOf(link, 'rel')?.toLowerCase() ?? 'alternate'

/** Careless feeds write the URL as text, as in RSS. */
export const hrefOf = (link: FeedElement, base: string): string | null =>
  absoluteUrl(attributeOf(link, 'href') ?? link.text, baseOf(link, base))

/** RFC 5005, section 3; an archive (section 4) uses `prev-archive` instead. */
export const nextLink = (links: readonly FeedElement[], base: string): string | undefined =>
  linkTo(links, 'next', base) ?? linkTo(links, 'prev-archive', base)

const EMAIL = /(?<![@\w.])(?:mailto:)?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi
const LONGEST_NAME = 500

/** The name of a person as in RSS: `a@b.example (Name)`, `Name <a@b.example>`. An e-mail address is not a name. */
export const nameIn = (text: string | undefined): string | undefined => {
  const written = text?.slice(0, LONGEST_NAME)
  if (!written?.includes('@')) return written || undefined
  const rest = written.replace(EMAIL, ' ')
  if (rest === written) return written
  return (
    rest
      .replace(/[<([]\s*[>)\]]/g, ' ')
      .trim()
      .replace(/^[(<["',;:\s-]+|[)>\]"',;:\s-]+$/g, '') || undefined
  )
}

/** A person of Atom, or only a name. `prefix`: the prefix of Atom's elements. */
export const personIn = (person: FeedElement | undefined, prefix: string, base: string): FeedPerson | undefined => {
  const name = nameIn(person?.text || textOf(person, `${prefix}name`))
  const url = absoluteUrl(textOf(person, `${prefix}uri`, `${prefix}url`), baseOf(person, base)) ?? undefined
  return name === undefined && url === undefined ? undefined : { name, url }
}

/** The first person with a name. */
export const namedBy = (parent: FeedElement | undefined, name: string): FeedPerson | undefined => {
  const found = childrenOf(parent, name)
    .map(({ text }) => nameIn(text))
    .find((each) => each !== undefined)
  return found === undefined ? undefined : { name: found }
}
