import { LoadError } from '@central-api/selector'

/** For `selector.source`: a route of one's own, in whatever form it answers. */
export const askOwnRoute = async (request, { signal }) => {
  const answer = await fetch('/posts', { method: 'POST', body: JSON.stringify(request), signal })
  const { ok, data, error } = await answer.json()
  if (!ok) throw new LoadError({ code: error.code, sentence: 'Something to say instead of the sentence of the code.' })
  return data // { body: { handle, posts }, nextCursor }
}
