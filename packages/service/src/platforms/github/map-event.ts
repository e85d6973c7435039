// A public event → a post of one sentence. Pure.
// https://docs.github.com/en/rest/using-the-rest-api/github-event-types

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { idOf, mapAuthor, SITE } from './map-account.ts'

type Summary = { readonly text: string; readonly url?: unknown }
type Sentence = (payload: JsonObject, repository: string) => Summary

const VERBS: ReadonlyMap<unknown, string> = new Map([
  ['opened', 'Opened'],
  ['closed', 'Closed'],
  ['reopened', 'Reopened'],
  ['merged', 'Merged'],
  ['created', 'Created'],
  ['published', 'Published'],
  ['edited', 'Edited'],
  ['added', 'Added'],
  ['dismissed', 'Dismissed'],
])
const verbOf = ({ action }: JsonObject, other: string): string => VERBS.get(action) ?? other

/** `#12`, with its title if known. */
const numbered = (item: JsonObject, number: unknown, repository: string): string => {
  const count = countOrNull(item.number ?? number)
  const title = plainText(item.title)
  return `${count === null ? '' : ` #${count}`} in ${repository}${title === null ? '' : `: ${title}`}`
}

const branchOf = (ref: unknown): string => stringOrNull(ref)?.replace(/^refs\/(?:heads|tags)\//, '') ?? ''
const COMMIT = /^(?!0+$)[0-9a-f]{7,64}$/

const about =
  (what: string, member: string, other = 'Changed'): Sentence =>
  (payload, repository) => {
    const item = jsonObject(payload[member])
    return {
      text: `${verbOf(payload, other)} ${what}${numbered(item, payload.number, repository)}`,
      url: item.html_url,
    }
  }

const commented =
  (what: string, member: string): Sentence =>
  (payload, repository) => {
    const item = jsonObject(payload[member])
    const comment = jsonObject(payload.comment ?? payload.review)
    return {
      text: `Commented on ${what}${numbered(item, undefined, repository)}`,
      url: comment.html_url ?? item.html_url,
    }
  }

const SENTENCES: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  [
    'ReleaseEvent',
    (payload, repository) => {
      const release = jsonObject(payload.release)
      const name = plainText(release.name) ?? plainText(release.tag_name) ?? 'a release'
      return { text: `Released ${name} of ${repository}`, url: release.html_url }
    },
  ],
  [
    'PushEvent',
    ({ ref, before, head }, repository) => ({
      text: `Pushed to ${[branchOf(ref), repository].filter(Boolean).join(' in ')}`,
      url:
        COMMIT.test(String(before)) && COMMIT.test(String(head))
          ? `${SITE}/${repository}/compare/${before}...${head}`
          : undefined,
    }),
  ],
  ['IssuesEvent', about('issue', 'issue')],
  ['PullRequestEvent', about('pull request', 'pull_request')],
  ['DiscussionEvent', about('discussion', 'discussion')],
  ['IssueCommentEvent', commented('issue', 'issue')],
  ['PullRequestReviewCommentEvent', commented('pull request', 'pull_request')],
  [
    'PullRequestReviewEvent',
    (payload, repository) => ({
      text: `Reviewed pull request${numbered(jsonObject(payload.pull_request), undefined, repository)}`,
      url: jsonObject(payload.review).html_url ?? jsonObject(payload.pull_request).html_url,
    }),
  ],
  [
    'CommitCommentEvent',
    (payload, repository) => ({
      text: `Commented on a commit of ${repository}`,
      url: jsonObject(payload.comment).html_url,
    }),
  ],
  ['WatchEvent', (_, repository) => ({ text: `Starred ${repository}` })],
  ['ForkEvent', (payload, repository) => ({ text: `Forked ${repository}`, url: jsonObject(payload.forkee).html_url })],
  [
    'CreateEvent',
    ({ ref, ref_type: type }, repository) => ({
      text:
        type === 'repository' || ref === null
          ? `Created ${repository}`
          : `Created ${typeOf(type)} ${branchOf(ref)} in ${repository}`,
    }),
  ],
  [
    'DeleteEvent',
    ({ ref, ref_type: type }, repository) => ({ text: `Deleted ${typeOf(type)} ${branchOf(ref)} in ${repository}` }),
  ],
  ['PublicEvent', (_, repository) => ({ text: `Made ${repository} public` })],
  [
    'GollumEvent',
    (payload, repository) => ({
      text: `Wrote in the wiki of ${repository}`,
      url: jsonObject(jsonList(payload.pages)[0]).html_url,
    }),
  ],
  [
    'MemberEvent',
    (payload, repository) => ({
      text: `${verbOf(payload, 'Changed')} ${plainText(jsonObject(payload.member).login) ?? 'a member'} in ${repository}`,
    }),
  ],
])

const typeOf = (type: unknown): string => (type === 'tag' ? 'tag' : 'branch')

/** Unknown types: `SponsorshipEvent` → `Sponsorship`. */
const unknownEvent = (type: string): Sentence => {
  const words = type
    .slice(0, 100)
    .replace(/Event$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return (_, repository) => ({ text: `${words.slice(0, 1).toUpperCase()}${words.slice(1)} in ${repository}` })
}

/** Returns null when the event has no id, type or repository. */
export const mapEvent = (event: JsonObject): PlatformPost | null => {
  const [id, type] = [idOf(event.id), stringOrNull(event.type)]
  const repository = stringOrNull(jsonObject(event.repo).name)
  if (id === null || type === null || repository === null) return null
  const { text, url } = (SENTENCES.get(type) ?? unknownEvent(type))(jsonObject(event.payload), repository)
  return buildPost({
    id,
    url: absoluteUrl(url) ?? absoluteUrl(`${SITE}/${repository}`),
    text: plainText(text),
    publishedAt: parseTime(event.created_at),
    author: mapAuthor(event.actor),
  })
}
