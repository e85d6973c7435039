// Whether a response is a page, and how much of it a preview needs.

import { knownMediaType } from '../parsing/read-media-type.ts'
import { walkTags } from '../parsing/walk-tags.ts'
import { HEAD_ELEMENTS } from './preview/head-elements.ts'

const MARKUP = /^text\/html$|[/+]xml$/

/** Whether the content type allows markup. */
export const mayBeMarkup = (contentType: string | undefined): boolean => {
  const type = knownMediaType(contentType)
  return type === undefined || MARKUP.test(type.essence)
}

/** By the content type, or by the start of the text if the type is missing. */
export const isMarkup = (contentType: string | undefined, text: string): boolean =>
  mayBeMarkup(contentType) && (knownMediaType(contentType) !== undefined || text.trimStart().startsWith('<'))

/** Whether the start of a page contains its whole head. Pages describe themselves there, and scripts and styles may
 * make it long. */
export const containsHead = (start: Buffer): boolean => {
  let isOver = false
  let hasHead = false
  walkTags(start.toString('latin1'), ({ name, isEnd }) => {
    if (name === 'head') hasHead = !isEnd
    isOver = isEnd ? name === 'head' : name === 'body' || (!hasHead && !HEAD_ELEMENTS.has(name))
    return isOver
  })
  return isOver
}
