// The selector in the modal, with its translated strings and its source of posts.

;(() => {
  const { Spinner } = wp.components
  const { createElement: h, Fragment, useEffect, useRef, useState } = wp.element
  const { __ } = wp.i18n

  const TAG = 'central-post-selector'
  const { callApi, ErrorNotice, selector } = window.centralPosts

  /** Translated strings of the selector. Error messages come translated from the server. */
  const SELECTOR_STRINGS = {
    legend: __('Posts by {profile}', 'central-posts'),
    filter: __('Filter', 'central-posts'),
    profile: __('Profile', 'central-posts'),
    search: __('Search', 'central-posts'),
    kind: __('Kind', 'central-posts'),
    allKinds: __('All kinds', 'central-posts'),
    from: __('From', 'central-posts'),
    until: __('Until', 'central-posts'),
    clear: __('Clear filter', 'central-posts'),
    hint: __(
      'Use the arrow keys to move between posts. Press Space to select a post, or Shift+Space to select all posts since the last selected one.',
      'central-posts',
    ),
    undated: __('No date', 'central-posts'),
    wordless: __('No text', 'central-posts'),
    open: __('Open', 'central-posts'),
    openOf: __('Open post in a new tab: {post}', 'central-posts'),
    noPicture: __('Image not available', 'central-posts'),
    covered: __('Sensitive content', 'central-posts'),
    uncover: __('Show image', 'central-posts'),
    uncoverOf: __('Show image: {post}', 'central-posts'),
    loading: __('Loading posts…', 'central-posts'),
    more: __('Show more', 'central-posts'),
    all: __('No more posts.', 'central-posts'),
    empty: __('No posts yet.', 'central-posts'),
    noMatch: __('No post matches.', 'central-posts'),
    noMatchYet: __('No loaded post matches. Load more posts to search older ones.', 'central-posts'),
    retry: __('Try again', 'central-posts'),
    chosenTitle: __('Selected posts', 'central-posts'),
    chosenEmpty: __('No posts selected yet.', 'central-posts'),
    moveUp: __('Move up: {post}', 'central-posts'),
    moveDown: __('Move down: {post}', 'central-posts'),
    remove: __('Remove: {post}', 'central-posts'),
    removed: __('Removed: {post}', 'central-posts'),
    movedTo: __('Moved to position {place} of {count}: {post}', 'central-posts'),
    kinds: {
      text: __('Text', 'central-posts'),
      article: __('Article', 'central-posts'),
      image: __('Image', 'central-posts'),
      video: __('Video', 'central-posts'),
      audio: __('Audio', 'central-posts'),
      gallery: __('Gallery', 'central-posts'),
      link: __('Link', 'central-posts'),
      poll: __('Poll', 'central-posts'),
    },
  }

  /** Creates the source of the selector. `onPage` receives each loaded page. */
  const createSource =
    (onPage) =>
    async (request, { signal }) => {
      try {
        const page = await callApi('scan', request, signal)
        onPage(request.platform, page.body)
        return page
      } catch (error) {
        if (error?.name === 'AbortError') throw error
        throw { code: error?.code, sentence: error?.message }
      }
    }

  const SCRIPT_ERROR = __(
    'The list of posts cannot be shown because its script did not load. Check your connection, and whether a security plugin or an ad blocker blocks the script. Then reload this page.',
    'central-posts',
  )

  /** The selector element. It must be in this document: custom elements are not defined in the canvas, which is another document. */
  const PostSelection = ({ profiles, selected, onChange, onPage }) => {
    const container = useRef()
    const element = useRef()
    const [isDefined, setDefined] = useState(false)
    const [error, setError] = useState()
    useEffect(() => {
      let isUnmounted = false
      import(selector)
        .then(({ PostSelector }) => {
          PostSelector.define(TAG)
          if (!isUnmounted) setDefined(true)
        })
        .catch(() => {
          if (!isUnmounted) setError({ message: SCRIPT_ERROR })
        })
      return () => {
        isUnmounted = true
      }
    }, [])
    useEffect(() => {
      if (!isDefined || element.current) return
      element.current = Object.assign(document.createElement(TAG), {
        source: createSource(onPage),
        strings: SELECTOR_STRINGS,
      })
      element.current.setAttribute('max', '100')
      container.current.append(element.current)
    }, [isDefined])
    const list = JSON.stringify(
      profiles.map(({ platform, handle, variant, label }) => ({ platform, handle, variant, label })),
    )
    useEffect(() => {
      if (element.current) element.current.profiles = JSON.parse(list)
    }, [isDefined, list])
    useEffect(() => {
      const { current } = element
      if (!current) return undefined
      if (current.value !== JSON.stringify(selected)) current.chosen = selected
      const onElementChange = () => onChange(current.chosen)
      current.addEventListener('change', onElementChange)
      return () => current.removeEventListener('change', onElementChange)
    })
    return h(
      Fragment,
      null,
      h(ErrorNotice, { error }),
      !isDefined && !error && h(Spinner),
      h('div', { ref: container }),
    )
  }

  window.centralPosts.PostSelection = PostSelection
})()
