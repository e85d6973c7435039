// Any spelling of a part of a repository, or of a topic → `owner/repository/commits`, `owner/repository/commits/branch`,
// `owner/repository/issues`, `owner/repository/issues/label`, `owner/repository/pulls`, `owner/repository/discussions` or
// `topics/name`.

import { decodeText, readSiteUrl } from '../../urls/site-url.ts'
import { canonicalizeName } from './canonicalize-name.ts'

/** `labels`: an issue has all of them. */
export type Place =
  | { readonly is: 'commits'; readonly repository: string; readonly branch: string | undefined }
  | { readonly is: 'issues'; readonly repository: string; readonly labels: readonly string[] }
  | { readonly is: 'pulls'; readonly repository: string }
  | { readonly is: 'discussions'; readonly repository: string }
  | { readonly is: 'topic'; readonly name: string }

const SITE = /^(?:www\.)?github\.com$/
const TOPIC = /^topics\/(?<name>[a-z0-9][a-z0-9-]{0,49})$/i
const PART = /^(?<repository>[^/]+\/[^/]+)\/(?<part>commits|issues|pulls|discussions)(?:\/(?<rest>.+))?$/i
/** Branches, tags and commits are case-sensitive. One with a slash looks like a file in its URL. */
const BRANCH = /^(?![.-])[\w.-]{1,100}$/
const LABEL_PAGE = /^\/(?<repository>[^/]+\/[^/]+)\/labels\/(?<label>[^/]+)$/
/** Not a number alone: that is an issue. GitHub allows no comma. */
const LABEL = /^(?!\d+$)[^,/"#?\\]{1,50}$/
const MOST_LABELS = 5

/** What the list shows anyway. */
const USUAL = /^(?:(?:is|type):(?:issue|pr)|(?:is|state):open|sort:created-desc)$/i
const WORD = /(?:"[^"]*"|[^\s"])+/g
const LABELED = /^label:(?:"(?<quoted>[^"]+)"|(?<bare>[^"]+))$/i

const COMMIT_FILTERS = ['author', 'path', 'since', 'until'] as const

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const place = placeOf(text) ?? placeAt(text)
  return place && join(place)
}

/** Parses a handle in its written form; undefined for that of a user or a repository. */
export const placeOf = (text: string): Place | undefined => {
  const topic = TOPIC.exec(text)?.groups?.name
  if (topic !== undefined) return { is: 'topic', name: topic.toLowerCase() }
  const { repository: written = '', part = '', rest } = PART.exec(text)?.groups ?? {}
  const repository = repositoryIn(written)
  if (repository === undefined) return undefined
  const is = part.toLowerCase()
  if (is === 'pulls' || is === 'discussions') return rest === undefined ? { is, repository } : undefined
  if (is === 'issues') return issuesOf(repository, rest === undefined ? [] : rest.split(','))
  return rest === undefined || BRANCH.test(rest) ? { is: 'commits', repository, branch: rest } : undefined
}

const placeAt = (text: string): Place | undefined => {
  const { path = '', query } = readSiteUrl(text, SITE) ?? {}
  const { repository: labeled = '', label } = LABEL_PAGE.exec(path)?.groups ?? {}
  const name = repositoryIn(labeled)
  if (name !== undefined) return issuesOf(name, [decodeText(label ?? '') ?? ''])
  // An embedded list, or the feed of commits.
  const place = placeOf(path.slice(1).replace(/\.atom$/, ''))
  const filter = query?.get('q')
  // The commits of one author, of a path, or of a period.
  if (place?.is === 'commits' && COMMIT_FILTERS.some((name) => query?.get(name))) return undefined
  if (place === undefined || !filter) return place
  const labels = labelsIn(filter)
  if (labels?.length === 0) return place
  return labels && place.is === 'issues' && place.labels.length === 0 ? issuesOf(place.repository, labels) : undefined
}

/** undefined when the words ask for something else, too. */
const labelsIn = (filter: string): readonly string[] | undefined => {
  const words = (filter.match(WORD) ?? []).filter((word) => !USUAL.test(word))
  const labels = words.flatMap((word) => {
    const { quoted, bare } = LABELED.exec(word)?.groups ?? {}
    return quoted ?? bare ?? []
  })
  return labels.length === words.length ? labels : undefined
}

const repositoryIn = (written: string): string | undefined => {
  const name = /^[\w-]+\/[\w.-]+$/.test(written) ? canonicalizeName(written) : undefined
  return name?.includes('/') ? name : undefined
}

const issuesOf = (repository: string, written: readonly string[]): Place | undefined => {
  const labels = [...new Set(written.map((label) => label.trim().normalize('NFC').toLowerCase()))].sort()
  const isValid = labels.length <= MOST_LABELS && labels.every((label) => LABEL.test(label))
  return isValid ? { is: 'issues', repository, labels } : undefined
}

const join = (place: Place): string => {
  if (place.is === 'topic') return `topics/${place.name}`
  const base = `${place.repository}/${place.is}`
  if (place.is === 'commits') return place.branch === undefined ? base : `${base}/${place.branch}`
  return place.is === 'issues' && place.labels.length > 0 ? `${base}/${place.labels.join(',')}` : base
}
