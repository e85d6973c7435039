// What somebody pasted → the URL of the post in it: without the punctuation of a sentence, out of an embed code, a shared
// text or what opens an app. Only what is recognized counts, and only where it is one post. Nobody is asked here.

import { urlsIn, withoutPunctuation, withoutQuotes } from '../../parsing/pasted.ts'
import { webUrlOf } from '../../urls/app-urls.ts'
import type { Recognizer } from './recognize-post.ts'

/** A URL that is a post's, or only leads to one. */
type Candidate = { readonly is: 'post' | 'short'; readonly key: string; readonly text: string }

/** The text as it is where it is a post's URL, or where no part of it is one. */
export const postIn = (recognizer: Recognizer, text: string): string => {
  const parsingJobs = [[text], [webUrlOf(text) ?? ''], ...urlsIn(text)]
  return parsingJobs.reduce<string | undefined>((found, urls) => found ?? onlyPost(recognizer, urls), undefined) ?? text
}

const candidateIn = ({ find }: Recognizer, written: string): Candidate | undefined => {
  for (const text of [withoutQuotes(written), withoutPunctuation(written)]) {
    const url = URL.parse(text)
    const found = url ? find(url) : undefined
    if (found?.is === 'post') return { is: 'post', key: found.target.url.href, text }
    if (found?.is === 'short') return { is: 'short', key: found.url.href, text }
  }
  return undefined
}

/** The one post among URLs, or the one that leads to a post where none is a post's itself. */
const onlyPost = (recognizer: Recognizer, texts: readonly string[]): string | undefined => {
  const candidates = texts.flatMap((text) => candidateIn(recognizer, text) ?? [])
  const posts = candidates.filter(({ is }) => is === 'post')
  const [first, ...others] = posts.length > 0 ? posts : candidates
  return others.every(({ key }) => key === first?.key) ? first?.text : undefined
}
