// Escapes text for HTML.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

const escaped = (character: string): string => ENTITIES[character] ?? character

/** Tests first: most texts need no escapes. */
const escaping = (characters: RegExp) => {
  const each = new RegExp(characters, 'g')
  return (text: string): string => (characters.test(text) ? text.replace(each, escaped) : text)
}

/** For text in an element or a quoted attribute. */
export const escapeHtml = escaping(/[&<>"']/)

/** For text in an element, as walkHtml writes it: quotes stay. */
export const escapeText = escaping(/[&<>]/)

/** For a value in double quotes, also if somebody removes the quotes later. */
export const escapeAttribute = escaping(/[&<>"`]/)
