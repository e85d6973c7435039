// HTML put together from text: whatever is inserted is escaped unless it is markup itself.

export type Markup = { readonly markup: string }
type Part = Markup | string | number | readonly Part[] | undefined | false

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const write = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeMarkup(String(part))
  return 'markup' in part ? part.markup : part.map(write).join('')
}

/** A template whose insertions are escaped; lists are joined, undefined and false are nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: strings.reduce((text, string, at) => text + write(parts[at - 1]) + string),
})

/** Text that is markup already. */
export const raw = (markup: string): Markup => ({ markup })
