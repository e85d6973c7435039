// Rich text of a post, which the API has sanitized. Images and frames are dropped, because they would load from other servers, and so is
// everything that could change what stands after the text.

import { REL, toHtml, toUrl } from './escape.ts'

const KEPT = new Set(['p', 'br', 'a', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'])
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s=<>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*\/?>|</gi
const ATTRIBUTE = /([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g
/** How the API writes the characters of a URL. Other references are in no URL that it has sanitized. */
const REFERENCES: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#39': "'", '#039': "'" }

const decode = (text: string): string => text.replace(/&([\w#]+);/g, (entity, name) => REFERENCES[name] ?? entity)

const openLink = (attributes: string): string => {
  const values = new Map<string, string>()
  for (const [, name = '', ...quoted] of attributes.matchAll(ATTRIBUTE)) {
    const value = quoted.find((each) => each !== undefined) ?? ''
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), decode(value))
  }
  const url = toUrl(values.get('href'))
  return `<a${url === '' ? '' : ` href="${url}"`} rel="${toHtml(values.get('rel') ?? REL)}">`
}

/** Keeps paragraphs, links, lists, quotes, code and emphasis, and closes what the text leaves open. */
export const sanitizeHtml = (html: string): string => {
  const open: string[] = []
  const close = (name: string): string => {
    const at = open.lastIndexOf(name)
    if (at < 0) return ''
    return open
      .splice(at)
      .reverse()
      .map((each) => `</${each}>`)
      .join('')
  }
  const written = html.replace(TAG, (tag, slash, name, attributes) => {
    if (tag === '<') return '&lt;'
    const element = name?.toLowerCase()
    if (element === undefined || !KEPT.has(element)) return ''
    if (slash === '/') return close(element)
    if (element === 'br') return '<br>'
    open.push(element)
    return element === 'a' ? openLink(attributes) : `<${element}>`
  })
  return written + close(open[0] ?? '')
}
