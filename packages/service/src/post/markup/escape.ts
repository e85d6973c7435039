// Text made safe where HTML is written.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

const escaped = (character: string): string => ENTITIES[character] ?? character

/** Looked for before anything is replaced: most texts have none of them. */
const escaping = (characters: RegExp) => {
  const each = new RegExp(characters, 'g')
  return (text: string): string => (characters.test(text) ? text.replace(each, escaped) : text)
}

/** Text made safe inside an element or a quoted attribute. */
export const escapeHtml = escaping(/[&<>"']/)

/** Text made safe inside an element, written as the walk writes it: quotes stay. */
export const escapeText = escaping(/[&<>]/)

/** A value made safe between double quotes, also for those who later write it without them. */
export const escapeAttribute = escaping(/[&<>"`]/)
