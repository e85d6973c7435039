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

/** HTML where it was asked for; else the Markdown as it was written. */
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

/** What mapping reads as markup. */
export const textsOf = ({ body_html: html }: JsonObject): readonly string[] => (typeof html === 'string' ? [html] : [])

const likesOf = (value: JsonObject): number | null => countOrNull(jsonObject(value.reactions)['+1'])

const later = (written: string | null, first: string | null): string | null =>
  written !== null && first !== null && written > first ? written : null

const written = (value: JsonObject, url: string | null) => {
  const { text, html, media } = bodyOf(value, url)
  return { text, ...(html !== null && { html }), media }
}

/** null for what has no id, and for drafts. The time of creation is that of the commit. */
export const mapRelease = (release: JsonObject): PlatformPost | null => {
  const id = idOf(release.id)
  if (id === null || release.draft === true) return null
  const url = absoluteUrl(release.html_url)
  const publishedAt = parseTime(release.published_at)
  return buildPost({
    id,
    url,
    title: plainText(release.name) ?? plainText(release.tag_name),
    ...written(release, url),
    publishedAt,
    editedAt: later(parseTime(release.updated_at), publishedAt),
    author: mapAuthor(release.author),
    metrics: { likes: likesOf(release) },
  })
}

/** An issue or a pull request: any comment moves the time of its last change. */
export const mapIssue = (issue: JsonObject): PlatformPost | null => {
  const id = idOf(issue.id)
  if (id === null) return null
  const url = absoluteUrl(issue.html_url)
  return buildPost({
    id,
    url,
    title: plainText(issue.title),
    ...written(issue, url),
    tags: jsonList(issue.labels).map((label) => (typeof label === 'string' ? label : jsonObject(label).name)),
    publishedAt: parseTime(issue.created_at),
    author: mapAuthor(issue.user),
    metrics: { likes: likesOf(issue), comments: countOrNull(issue.comments) },
  })
}

/** Lists hold no content: a gist is known by its first file. */
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
    editedAt: later(parseTime(gist.updated_at), publishedAt),
    author: mapAuthor(gist.owner ?? gist.user),
    metrics: { comments: countOrNull(gist.comments) },
  })
}

/** Its pictures are drawn by GitHub, so that they are none. Of a fork nothing tells what it is a fork of. */
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
