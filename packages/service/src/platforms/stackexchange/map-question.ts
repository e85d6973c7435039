// A question or an answer → the normalized post. Each site numbers both together.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformPost } from '../../post/post.ts'
import { decoded, mapAuthor } from './map-user.ts'

const numberOf = (value: unknown): string | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? String(value) : null

/** An answer has the id of its question, too. */
const idOf = ({ answer_id: answer, question_id: question }: JsonObject): string | null => numberOf(answer ?? question)

export const keyOf = (value: unknown): string => String(idOf(jsonObject(value)))
export const timeOf = (value: unknown): string | null => parseTime(jsonObject(value).creation_date)
export const textsOf = (value: unknown): readonly string[] =>
  [jsonObject(value).body].filter((text) => typeof text === 'string')
export const tagsOf = (value: unknown): readonly string[] =>
  jsonList(jsonObject(value).tags).filter((tag) => typeof tag === 'string')

/** `site`: its host. null when it has no id. */
export const mapPost = (value: unknown, site: string): PlatformPost | null => {
  const item = jsonObject(value)
  const [id, isAnswer] = [idOf(item), item.answer_id !== undefined]
  if (id === null) return null
  const question = isAnswer ? numberOf(item.question_id) : null
  const own = isAnswer ? `https://${site}/a/${id}` : `https://${site}/questions/${id}`
  const { text, html, media } = walkHtml(stringOrNull(item.body) ?? '', `https://${site}/`)
  return buildPost({
    // Two sites may have the same number.
    id: `${site}/${id}`,
    url: isAnswer ? own : (absoluteUrl(item.link) ?? own),
    ...{ title: decoded(item.title), text, html, media: [...media], tags: tagsOf(item) },
    publishedAt: parseTime(item.creation_date),
    editedAt: parseTime(item.last_edit_date),
    author: mapAuthor(item.owner, site),
    replyTo:
      question === null
        ? null
        : { id: `${site}/${question}`, url: `https://${site}/questions/${question}`, author: null },
    metrics: {
      likes: countOrNull(item.score),
      comments: countOrNull(item.answer_count),
      views: countOrNull(item.view_count),
    },
  })
}
