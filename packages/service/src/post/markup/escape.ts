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

/** Text made safe inside an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, escaped)

/** Text made safe inside an element, written as the walk writes it: quotes stay. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, escaped)

/** A value made safe between double quotes, also for those who later write it without them. */
export const escapeAttribute = (value: string): string => value.replace(/[&<>"`]/g, escaped)
