// The images in the HTML of a post, as this service wrote it: every value is in double quotes, and `<`, `>` and `"` in it
// are escaped.

import { decodeHTML } from 'entities/decode'
import { escapeAttribute } from '../post/markup/escape.ts'

const SOURCE = /(<img(?: (?!src=)[a-z-]+(?:="[^"]*")?)* src=")([^"]*)(?=")/g

/** The HTML with other URLs of its images. */
export const imagesIn = (html: string, urlOf: (url: string) => string): string =>
  html.replace(SOURCE, (_, before: string, url: string) => before + escapeAttribute(urlOf(decodeHTML(url))))
