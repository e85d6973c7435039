import { json } from 'node:stream/consumers'

const nameOf = ({ platform, handle, id }) => JSON.stringify([platform, handle, id])

/** A page of posts, in the answer that the element expects. What an editor was shown is held: that is what will be stored. */
export const selectorPage = async (client, held, { platform, handle, variant, cursor }) => {
  try {
    const page = await client.scan({ platform, handle, variant, cursor })
    for (const post of page.body.posts) await held.set(nameOf({ ...page.body, id: post.id }), post)
    return { ok: true, data: page }
  } catch (error) {
    if (typeof error?.code !== 'string') throw error
    return { ok: false, error: { code: error.code, requestId: error.requestId } }
  }
}

/** The address of `source`, for node:http and what stands on it. `mayEdit` looks at the session, and counts the calls. */
export const selectorEndpoint = (client, held, mayEdit) => async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  // Pages of other sites cannot send JSON along with an editor's cookies.
  const isJson = request.method === 'POST' && request.headers['content-type'] === 'application/json'
  if (!isJson || !(await mayEdit(request))) return answer(403, { ok: false, error: { sentence: 'Sign in again.' } })
  return answer(200, await selectorPage(client, held, await json(request)))
}

/** The posts of what a form carried, in its order. A browser only names them: what it says of them is not stored. */
export const chosenPosts = async (client, held, value) => {
  const posts = await Promise.all(
    JSON.parse(value).map(async ({ platform, handle, id, url }) => {
      const shown = await held.get(nameOf({ platform, handle, id }))
      if (shown) return shown
      const [found] = (await client.posts.read({ platform, posts: [url ?? id] })).body.posts
      return found.ok ? found.post : undefined
    }),
  )
  return posts.filter(Boolean)
}
