// Finds the URL of the post in a pasted text: without the punctuation of a sentence, or in an embed code, a shared text
// or a link that opens an app. Only URLs that match a pattern count, and only if they name one post. Makes no call.

import { urlsIn, withoutPunctuation, withoutQuotes } from '../../parsing/pasted.ts'
import { webUrlOf } from '../../urls/app-urls.ts'
import type { Recognizer } from './recognize-post.ts'

/** The URL of a post, or one that redirects to a post. */
type Candidate = { readonly is: 'post' | 'short'; readonly key: string; readonly text: string }

/** Returns the text unchanged if it is a post's URL, or if it contains none. */
export const postIn = (recognizer: Recognizer, text: string): string => {
  const groups = [[text], [webUrlOf(text) ?? ''], ...urlsIn(text)]
  return groups.reduce<string | undefined>((found, urls) => found ?? onlyPost(recognizer, urls), undefined) ?? text
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

/** The only post among URLs, or the only short link if there is no post. */
const onlyPost = (recognizer: Recognizer, texts: readonly string[]): string | undefined => {
  const candidates = texts.flatMap((text) => candidateIn(recognizer, text) ?? [])
  const posts = candidates.filter(({ is }) => is === 'post')
  const [first, ...others] = posts.length > 0 ? posts : candidates
  return others.every(({ key }) => key === first?.key) ? first?.text : undefined
}
