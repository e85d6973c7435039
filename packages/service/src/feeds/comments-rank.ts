// How likely a feed link is that of the comments. Programs say so in the URL, in any language; the title says so in the
// site's language.

import { foldWords } from '../parsing/fold-words.ts'
import type { PageLink } from './page-links.ts'

/** The start of the word, normalized, in the languages of most blogs. */
const WORD = new RegExp(
  [
    // English, French, German, Scandinavian, Spanish, Portuguese, Catalan, Italian.
    ...['comment', 'kommentar', 'comentari', 'commenti(?![a-z])', 'commento'],
    // Dutch, Polish, Czech and Slovak, Finnish, Hungarian, Turkish, Indonesian, Vietnamese.
    ...['\\breacties?\\b', 'komentar', 'kommentti|kommentit', 'hozzaszol', '\\byorum', 'binh luan'],
    // Russian and Ukrainian, Greek, Japanese, Chinese, Korean, Arabic, Hebrew, Persian, Hindi.
    ...[
      'комментар',
      'коментар',
      'σχολι',
      'コメント',
      '评论|評論|留言|回應|回应',
      '댓글|덧글',
      'تعليق',
      'תגוב',
      'دیدگاه',
      'टपपण',
    ],
  ].join('|'),
)
/** WordPress names it in the query if it has no permalinks, other programs in the path. */
const QUERY = /^comments?\b/

/** Titles of a blog about comments contain the word, too, so the URL counts more. */
export const commentsRank = ({ title, url }: Pick<PageLink, 'title' | 'url'>): number => {
  const { pathname, searchParams } = new URL(url)
  const isInQuery = searchParams.has('withcomments') || QUERY.test(searchParams.get('feed') ?? '')
  if (isInQuery || WORD.test(wordsOf(decodePath(pathname)))) return 2
  return WORD.test(wordsOf(title)) ? 1 : 0
}

const wordsOf = (text: string): string => foldWords(text.slice(0, 1_000))

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
