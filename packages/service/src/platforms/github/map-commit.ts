// A commit → a post. Pure. The email addresses of its author and committer are never read.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'
import { mapAuthor } from './map-account.ts'

/** Returns null when the commit has no hash. */
export const mapCommit = (value: JsonObject): PlatformPost | null => {
  const sha = stringOrNull(value.sha)
  if (sha === null) return null
  const commit = jsonObject(value.commit)
  const [author, committer] = [jsonObject(commit.author), jsonObject(commit.committer)]
  const text = plainText(commit.message)
  const name = plainText(author.name)
  return buildPost({
    id: sha,
    url: absoluteUrl(value.html_url),
    kind: 'text',
    text,
    html: textToHtml(text),
    publishedAt: parseTime(committer.date) ?? parseTime(author.date),
    // An author without an account has only a name.
    author: mapAuthor(value.author) ?? (name === null ? null : buildAuthor({ displayName: name })),
    metrics: { comments: countOrNull(commit.comment_count) },
  })
}
