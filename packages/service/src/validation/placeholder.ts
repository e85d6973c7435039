// Distinguishes a login wall, a consent page or a bot check from the requested page. Such a response is never valid:
// the caller reports `link_status` with the status and the URL, whatever the status is.

import { type PlaceholderMarkup, readPlaceholderMarkup } from './placeholder-markup.ts'
import { type PlaceholderKind, SIGNALS, type Signal } from './placeholder-signals.ts'

export type PlaceholderInput = {
  /** The requested URL. */
  readonly requestedUrl: string
  /** The URL that responded. */
  readonly url: string
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, if it is text. */
  readonly text?: string
  /** Whether the body is markup; false when absent. */
  readonly isMarkup?: boolean
}

export type Placeholder = {
  readonly kind: PlaceholderKind
  /** The matched conditions, for logs: `path /accounts/login`. */
  readonly evidence: string
}

/** Walls are small, and recognized by their start. */
const MAX_TEXT = 64 * 1024
const MAX_EVIDENCE = 120
/** The most visible characters of a page without content of its own. */
const MAX_SHOWN = 1_000
const NO_MARKUP: PlaceholderMarkup = { tags: [], scripts: [], shown: 0 }

const isUnder = (host: string, name: string) => host === name || host.endsWith(`.${name}`)

type Facts = {
  readonly url: URL
  readonly requested: URL | null
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly title: string
  readonly text: string
  readonly markup: () => PlaceholderMarkup
}

/** The evidence if the condition holds, undefined if it does not, `''` if the signal has no such condition. */
type Check = (signal: Signal, facts: Facts) => string | undefined

const CHECKS: readonly Check[] = [
  ({ hosts }, { url }) => {
    if (!hosts) return ''
    return hosts.some((name) => isUnder(url.hostname, name)) ? `host ${url.hostname}` : undefined
  },
  ({ path }, { url }) => {
    if (!path) return ''
    return path.test(url.pathname) ? `path ${url.pathname}` : undefined
  },
  ({ redirected, path }, { url, requested }) => {
    if (!redirected) return ''
    return requested && requested.href !== url.href && !path?.test(requested.pathname) ? 'redirected' : undefined
  },
  ({ header }, { headers }) => {
    if (!header) return ''
    return header.value.test(headers[header.name] ?? '') ? `header ${header.name}` : undefined
  },
  ({ statuses }, { status }) => {
    if (!statuses) return ''
    return statuses.includes(status) ? `status ${status}` : undefined
  },
  (signal, { title }) => {
    if (!signal.title) return ''
    return signal.title.test(title) ? `title ${title}` : undefined
  },
  (signal, { text }) => {
    if (!signal.text) return ''
    const found = signal.text.exec(text)?.[0]
    return found === undefined ? undefined : `text ${found}`
  },
  ({ tag }, { text, markup }) => {
    if (!tag) return ''
    // A cheap test on the whole text first: most pages do not contain it anywhere.
    if (!tag.source.test(text)) return undefined
    const found = markup().tags.find(({ name, source }) => tag.names.includes(name) && tag.source.test(source))
    return found && `tag ${found.name} ${tag.source.exec(found.source)?.[0]}`
  },
  ({ script }, { text, markup }) => {
    if (!script) return ''
    if (!script.test(text)) return undefined
    const found = markup().scripts.find((source) => script.test(source))
    return found && `script ${script.exec(found)?.[0]}`
  },
  ({ isBare }, { markup }) => {
    if (!isBare) return ''
    return markup().shown <= MAX_SHOWN ? 'bare' : undefined
  },
]

const evidenceOf = (signal: Signal, facts: Facts): string | undefined => {
  const pieces: string[] = []
  for (const check of CHECKS) {
    const piece = check(signal, facts)
    if (piece === undefined) return undefined
    if (piece !== '') pieces.push(piece)
  }
  return pieces.join(', ').slice(0, MAX_EVIDENCE)
}

const titleOf = (text: string): string =>
  (/<title[^<>]{0,200}>([^<]{0,300})/i.exec(text)?.[1] ?? '').replace(/&amp;/gi, '&').replace(/\s+/g, ' ').trim()

/** The wall that replaces the page, or undefined. */
export const findPlaceholder = (input: PlaceholderInput): Placeholder | undefined => {
  const url = URL.parse(input.url)
  if (!url) return undefined
  const text = (input.text ?? '').slice(0, MAX_TEXT)
  const { status, headers } = input
  let read: PlaceholderMarkup | undefined
  const markup = (): PlaceholderMarkup => {
    read ??= input.isMarkup ? readPlaceholderMarkup(text) : NO_MARKUP
    return read
  }
  const requested = URL.parse(input.requestedUrl)
  const facts: Facts = { url, requested, status, headers, title: titleOf(text), text, markup }
  for (const signal of SIGNALS) {
    const evidence = evidenceOf(signal, facts)
    if (evidence !== undefined) return { kind: signal.kind, evidence }
  }
  return undefined
}
