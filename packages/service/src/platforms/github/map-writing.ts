// Releases, issues, pull requests, gists and repositories → posts. Pure.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { lastingImages } from './lasting-images.ts'
import { idOf, mapAuthor } from './map-account.ts'

type Body = Pick<PlatformPost, 'text' | 'html' | 'media'>

/** Uses the HTML if the call requested it, otherwise the Markdown source as text. */
const bodyOf = ({ body, body_html: html }: JsonObject, url: string | null): Body => {
  if (typeof html !== 'string') return { text: plainText(body), html: null, media: [] }
  const walked = walkHtml(html, url ?? undefined)
  const lasting = lastingImages(body)
  return {
    text: walked.text,
    html: walked.html && lasting.text(walked.html),
    media: uniqueMedia(walked.media.map(lasting.media)),
  }
}

/** The markup that mapping parses. */
export const textsOf = ({ body_html: html }: JsonObject): readonly string[] => (typeof html === 'string' ? [html] : [])

const likesOf = (value: JsonObject): number | null => countOrNull(jsonObject(value.reactions)['+1'])

const laterThan = (time: string | null, first: string | null): string | null =>
  time !== null && first !== null && time > first ? time : null

export const bodyFields = (value: JsonObject, url: string | null) => {
  const { text, html, media } = bodyOf(value, url)
  return { text, ...(html !== null && { html }), media }
}

/** Returns null for drafts, and when the release has no id. `created_at` is the time of the commit. */
export const mapRelease = (release: JsonObject): PlatformPost | null => {
  const id = idOf(release.id)
  if (id === null || release.draft === true) return null
  const url = absoluteUrl(release.html_url)
  const publishedAt = parseTime(release.published_at)
  return buildPost({
    id,
    url,
    title: plainText(release.name) ?? plainText(release.tag_name),
    ...bodyFields(release, url),
    publishedAt,
    editedAt: laterThan(parseTime(release.updated_at), publishedAt),
    author: mapAuthor(release.author),
    metrics: { likes: likesOf(release) },
  })
}

/** An issue or a pull request. `updated_at` changes with every comment, so it is not the time of an edit. */
export const mapIssue = (issue: JsonObject): PlatformPost | null => {
  const id = idOf(issue.id)
  if (id === null) return null
  const url = absoluteUrl(issue.html_url)
  return buildPost({
    id,
    url,
    title: plainText(issue.title),
    ...bodyFields(issue, url),
    tags: jsonList(issue.labels).map((label) => (typeof label === 'string' ? label : jsonObject(label).name)),
    publishedAt: parseTime(issue.created_at),
    author: mapAuthor(issue.user),
    metrics: { likes: likesOf(issue), comments: countOrNull(issue.comments) },
  })
}

/** Lists have no contents. The title is the name of the first file. */
export const mapGist = (gist: JsonObject): PlatformPost | null => {
  const id = stringOrNull(gist.id)
  if (id === null) return null
  const publishedAt = parseTime(gist.created_at)
  return buildPost({
    id,
    url: absoluteUrl(gist.html_url),
    kind: 'text',
    title: plainText(jsonObject(Object.values(jsonObject(gist.files))[0]).filename),
    text: plainText(gist.description),
    publishedAt,
    editedAt: laterThan(parseTime(gist.updated_at), publishedAt),
    author: mapAuthor(gist.owner ?? gist.user),
    metrics: { comments: countOrNull(gist.comments) },
  })
}

/** GitHub generates the image of a repository, so it is not used. The API does not say what a fork was forked from. */
export const mapRepository = (repository: JsonObject): PlatformPost | null => {
  const id = idOf(repository.id)
  if (id === null || repository.private === true) return null
  const homepage = absoluteUrl(repository.homepage)
  const url = absoluteUrl(repository.html_url)
  const link = homepage === null || homepage === url ? null : homepage
  return buildPost({
    id,
    url,
    kind: link === null ? 'text' : 'link',
    title: plainText(repository.full_name),
    text: plainText(repository.description),
    tags: jsonList(repository.topics),
    publishedAt: parseTime(repository.created_at),
    author: mapAuthor(repository.owner),
    link: link === null ? null : { url: link, title: null, description: null, imageUrl: null },
    metrics: { likes: countOrNull(repository.stargazers_count), shares: countOrNull(repository.forks_count) },
  })
}
