// What a pasted text in the field of the handle names: it chooses the platform and the variant, or offers the platforms that
// the text fits.

/** @import { RecognizeData } from '../../../service/src/http/recognize/schema.ts' */

import { h } from '../parts/element.js'

/** @typedef {RecognizeData['matches'][number]} Match */

/** More would hide the form. */
const MAX_OFFERED = 6

/** Whether a text may name its platform: a name alone fits most of them. @param {string} text */
export const namesPlatform = (text) => /[/#!]|@.+[.]|[.].*[/]|<|:/.test(text.trim())

/**
 * The match to choose without asking: the only one of another platform. Undefined if the chosen platform reads the text, or
 * several others do.
 * @param {RecognizeData} data
 * @param {string} chosen the id of the chosen platform
 * @returns {Match | undefined}
 */
export const certainMatch = ({ matches }, chosen) => {
  const own = matches.find(({ platform }) => platform === chosen)
  return own ?? (matches.length === 1 ? matches[0] : undefined)
}

/**
 * What stands below the field: what was recognized, the platforms to choose from, or why nothing can be scanned.
 * @param {RecognizeData} data
 * @param {Match | undefined} certain
 * @param {(match: Match) => void} onChoose
 */
export const recognizedHelp = ({ matches, unsupported: [refusal] }, certain, onChoose) => {
  if (certain !== undefined) return [h('p', { class: 'hint' }, `${certain.name}: ${certain.meaning}`)]
  if (matches.length > 0) {
    const offered = matches
      .slice(0, MAX_OFFERED)
      .map((match) => h('button', { type: 'button', class: 'example', onclick: () => onChoose(match) }, match.name))
    return [h('div', { class: 'examples' }, h('span', { class: 'hint' }, 'Read it as'), ...offered)]
  }
  if (refusal !== undefined) return [h('p', { class: 'hint' }, `${refusal.name}: ${refusal.says}`)]
  return [h('p', { class: 'hint' }, 'This text names no profile that can be scanned.')]
}
