// What the canvas shows of a block with posts: the HTML that the server renders.

;(() => {
  const { Button, Disabled, Spinner } = wp.components
  const { createElement: h, Fragment, RawHTML, useEffect, useState } = wp.element
  const { __ } = wp.i18n
  const { apiFetch } = wp
  const { onKept, ErrorNotice } = window.centralPosts

  const NAME = 'central-posts/posts'
  /** Attributes that the server renders. */
  const RENDERED_ATTRIBUTES = [
    ...['mode', 'url', 'sources', 'posts', 'hidden', 'count', 'order', 'layout', 'columns', 'tablet', 'phone'],
    ...['ratio', 'gap', 'corner', 'shadow', 'hover', 'lines', 'without'],
    ...['kinds', 'words', 'hidewords', 'tags', 'hidetags', 'hideauthors', 'reposts', 'replies', 'approved'],
  ]
  const DEBOUNCE_MS = 500

  /**
   * Shows the server-rendered block. WordPress's own component sends all attributes, including those that other plugins add to every
   * block and the server rejects. A feed without posts has a button that calls `onChange`.
   */
  const Preview = ({ attributes, onChange }) => {
    const [html, setHtml] = useState()
    const [error, setError] = useState()
    /** Number of times that images were copied since. */
    const [kept, setKept] = useState(0)
    useEffect(() => onKept(() => setKept((count) => count + 1)), [])
    const rendered = JSON.stringify(Object.fromEntries(RENDERED_ATTRIBUTES.map((name) => [name, attributes[name]])))
    useEffect(() => {
      const controller = new AbortController()
      const { signal } = controller
      const render = async () => {
        try {
          const path = `/wp/v2/block-renderer/${NAME}?context=edit`
          const response = await apiFetch({ path, method: 'POST', data: { attributes: JSON.parse(rendered) }, signal })
          setHtml(response.rendered)
          setError(undefined)
        } catch (caught) {
          if (!signal.aborted) setError(caught)
        }
      }
      const timer = setTimeout(render, html === undefined ? 0 : DEBOUNCE_MS)
      return () => {
        clearTimeout(timer)
        controller.abort()
      }
    }, [rendered, kept])
    if (error) return h(ErrorNotice, { error })
    if (html === undefined) return h(Spinner)
    const hasPosts = attributes.mode !== 'posts' || html.includes('class="central-posts-item"')
    return h(
      Fragment,
      null,
      html === ''
        ? h('p', null, __('No content yet. It appears after the next refresh.', 'central-posts'))
        : h(Disabled, null, h(RawHTML, null, html)),
      !hasPosts && h('p', null, h(Button, { variant: 'secondary', onClick: onChange }, __('Change', 'central-posts'))),
    )
  }

  /** Whether the block is shown in a preview of the inserter, a pattern or a style, where nothing can be entered. */
  const useIsPreview = () =>
    wp.data.useSelect((select) => {
      const settings = select('core/block-editor').getSettings()
      // Before WordPress 6.8, the setting has another name.
      return settings.isPreviewMode ?? settings.__unstableIsPreviewMode ?? false
    }, [])

  window.centralPosts = { ...window.centralPosts, Preview, useIsPreview }
})()
