// Ranks links to feeds by how surely they lead to the comments. The URL may say so in any language, the title in the site's.

import { foldWords } from '../parsing/fold-words.ts'
import type { PageLink } from './page-links.ts'

/** Beginnings of the word, case-folded, in the most common languages of blogs. */
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
/** WordPress without permalinks has it in the query, other programs in the path. */
const QUERY = /^comments?\b/

/** 2 by the URL, 1 by the title, which also matches a blog about comments. */
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
