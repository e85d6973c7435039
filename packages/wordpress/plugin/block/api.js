// What all scripts of the block share: calls of the REST routes of this site, references to profiles and posts, and messages. The
// server passes data of this site in `window.centralPosts`, to which each script adds its parts. Uses the globals in `wp`, so that it
// needs no build.

;(() => {
  const { apiFetch } = wp
  const { Notice } = wp.components
  const { createElement: h } = wp.element

  const callApi = (path, data, signal) => apiFetch({ path: `/central-posts/v1/${path}`, method: 'POST', data, signal })

  const keptListeners = new Set()

  /** Renders previews again, because what the site has stored is different now. */
  const renderAgain = () => {
    for (const listener of keptListeners) listener()
  }

  /** Number of further requests for the images that one request did not copy in time. */
  const MAX_KEEP_AGAIN = 3

  /** Records that items are shown, and copies their images. Previews then render again: see onKept. */
  const keep = async (data) => {
    let { left } = await callApi('keep', data)
    renderAgain()
    const copyRest = async () => {
      for (let tries = 0; left > 0 && tries < MAX_KEEP_AGAIN; tries += 1) {
        left = (await callApi('keep', data)).left
        renderAgain()
      }
    }
    // The images appear after the next refresh at the latest.
    copyRest().catch(() => {})
  }

  /** Calls a function whenever previews have to render again. Returns a function that ends this. */
  const onKept = (listener) => {
    keptListeners.add(listener)
    return () => keptListeners.delete(listener)
  }

  /** Reference to a post in `posts` and `hidden`: by its URL if it has one. */
  const postReferenceOf = ({ platform, url, id }) => `${platform}:${url ?? id}`

  /** Converts a profile to a reference in `sources`, and back. */
  const sourceOf = ({ platform, variant = 'posts', handle }) =>
    `${platform}${variant === 'posts' ? '' : `/${variant}`}:${handle}`
  const profileOf = (source) => {
    const {
      platform,
      variant = 'posts',
      handle,
    } = /^(?<platform>[^/:]+)(?:\/(?<variant>[^:]+))?:(?<handle>.+)$/.exec(source).groups
    return { platform, variant, handle }
  }

  /** A post with the data in its reference only, until the server has described it. A saved link may contain its text. */
  const postOf = (reference, links) => {
    const { platform, id } = /^\s*(?<platform>[^/:]+)(?:\/[^:]+)?:(?<id>.*\S)/.exec(reference)?.groups ?? {}
    if (platform === undefined) return []
    const url = /^https?:\/\//.test(id) ? id : null
    const text = links.find((link) => link.url === url)?.text ?? id
    return [{ platform, handle: '', id, url, kind: null, publishedAt: null, text }]
  }

  /** Whether both are the same post. A post referenced by its id may get its URL later. */
  const isSame = (one, other) =>
    postReferenceOf(one) === postReferenceOf(other) || (one.url === null && one.id === other.id)

  /** Selected posts with the handle of the profile, which may differ from the handle of the author. */
  const withProfileHandle = (selected, platform, { handle, posts }) =>
    selected.map((each) => {
      const post = each.platform === platform && posts.find(({ id, url }) => isSame(each, { platform, id, url }))
      return post ? { ...each, handle, id: post.id, url: post.url } : each
    })

  const uniqueBy = (list, keyOf) => [...new Map(list.map((each) => [keyOf(each), each])).values()]

  const ErrorNotice = ({ error }) =>
    error ? h(Notice, { status: 'error', isDismissible: false }, error.message ?? String(error)) : null

  window.centralPosts = {
    ...window.centralPosts,
    ...{ callApi, keep, onKept, renderAgain, ErrorNotice },
    ...{ postReferenceOf, sourceOf, profileOf, postOf, withProfileHandle, uniqueBy },
  }
})()
