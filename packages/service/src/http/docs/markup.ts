// Builds HTML from text. Inserted values are escaped unless they are `Markup`.

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

/** A template tag that escapes inserted values. It joins lists and omits undefined and false. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: strings.reduce((text, string, at) => text + write(parts[at - 1]) + string),
})

/** Marks a text as HTML. It is not escaped. */
export const raw = (markup: string): Markup => ({ markup })
