const asHtml = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const link = (url, text) => `<a href="${asHtml(url)}" rel="nofollow noopener ugc">${asHtml(text)}</a>`

/** Simple: the post as its platform embeds it; a link if it has no embed. */
export const simple = async (client, url) => {
  const found = await client.validatePost({ url, withBody: false })
  return found.embed?.html ?? link(found.url, found.preview.title ?? found.url)
}

/** Preview: a card of any page. `keepImage` copies the image to the site. */
export const preview = async (client, url, keepImage) => {
  const found = await client.validateLink({ url, withBody: false })
  const { title, description, imageUrl, siteName } = found.preview
  const image = imageUrl && (await keepImage(imageUrl))
  return [
    image && `<img src="${asHtml(image)}" alt="" loading="lazy">`,
    link(found.url, title ?? found.url),
    description && `<p>${asHtml(description)}</p>`,
    siteName && `<small>${asHtml(siteName)}</small>`,
  ]
    .filter(Boolean)
    .join('')
}

/** Selector: a page of posts to choose from. Store `body.handle` and the ids of the selected posts. */
export const choices = async (client, request) => {
  const { body, nextCursor } = await client.scan(request)
  const posts = body.posts.map(({ id, kind, publishedAt, text, media }) => ({
    id,
    label: [publishedAt?.slice(0, 10), kind, text?.slice(0, 80)].filter(Boolean).join(', '),
    image: media[0]?.previewUrl ?? (media[0]?.type === 'image' ? media[0].url : null),
  }))
  return { handle: body.handle, posts, nextCursor }
}

/** Selector: the selected posts as they are now. Removes a post that is gone, and keeps the stored copy of one that cannot be read now. */
export const refreshChosen = async (client, platform, ids, stored) => {
  const { body } = await client.posts.read({ platform, posts: ids })
  const found = body.posts.map((each, at) => {
    if (each.ok) return each.post
    return each.error.retryable ? stored.find(({ id }) => id === ids[at]) : undefined
  })
  return found.filter(Boolean)
}
