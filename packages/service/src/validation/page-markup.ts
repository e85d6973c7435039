// Whether a response is a page, and how much of a page is read where only its preview is wanted.

import { knownMediaType } from '../parsing/read-media-type.ts'
import { walkTags } from '../parsing/walk-tags.ts'
import { HEAD_ELEMENTS } from './preview/head-elements.ts'

const MARKUP = /^text\/html$|[/+]xml$/

/** Whether it may be one, as far as its type says. */
export const mayBeMarkup = (contentType: string | undefined): boolean => {
  const type = knownMediaType(contentType)
  return type === undefined || MARKUP.test(type.essence)
}

/** By its type; by how it begins where that says nothing. */
export const isMarkup = (contentType: string | undefined, text: string): boolean =>
  mayBeMarkup(contentType) && (knownMediaType(contentType) !== undefined || text.trimStart().startsWith('<'))

/** Whether the head of a page ends within its start. Pages say there what they are, and scripts and styles may make it long. */
export const holdsHead = (start: Buffer): boolean => {
  let isOver = false
  let hasHead = false
  walkTags(start.toString('latin1'), ({ name, isEnd }) => {
    if (name === 'head') hasHead = !isEnd
    isOver = isEnd ? name === 'head' : name === 'body' || (!hasHead && !HEAD_ELEMENTS.has(name))
    return isOver
  })
  return isOver
}
