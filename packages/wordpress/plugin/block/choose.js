// The modal for selecting posts: profiles, the selector, and whether to show the latest or selected posts. Calls the REST routes
// of this site, never the service. Uses the globals in `wp`, so that it needs no build. The server passes data of this site in
// `window.centralPosts`, through which editor.js also uses this file.

;(() => {
  const { apiFetch } = wp
  const { Button, Modal, Notice, RadioControl, SelectControl, Spinner, TextControl } = wp.components
  const { createElement: h, Fragment, useEffect, useRef, useState } = wp.element
  const { __, sprintf } = wp.i18n

  const TAG = 'central-post-selector'
  const { platforms = [], selector } = window.centralPosts ?? {}

  const callApi = (path, data, signal) => apiFetch({ path: `/central-posts/v1/${path}`, method: 'POST', data, signal })

  const keptListeners = new Set()

  /** Number of further requests for the images that one request did not copy in time. */
  const MAX_KEEP_AGAIN = 3

  /** Records that items are shown, and copies their images. Previews then render again: see onKept. */
  const keep = async (data) => {
    let { left } = await callApi('keep', data)
    for (const listener of keptListeners) listener()
    const copyRest = async () => {
      for (let tries = 0; left > 0 && tries < MAX_KEEP_AGAIN; tries += 1) {
        left = (await callApi('keep', data)).left
        for (const listener of keptListeners) listener()
      }
    }
    // The images appear after the next refresh at the latest.
    copyRest().catch(() => {})
  }

  /** Calls a function whenever images were copied. Returns a function that ends this. */
  const onKept = (listener) => {
    keptListeners.add(listener)
    return () => keptListeners.delete(listener)
  }

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

  /** Form and list of profiles. */
  const ProfileList = ({ profiles, onChange }) => {
    const [platform, setPlatform] = useState(platforms[0]?.id ?? '')
    const [variant, setVariant] = useState('posts')
    const [handle, setHandle] = useState('')
    const [error, setError] = useState()
    const [isBusy, setBusy] = useState(false)
    const { variants = [], handles = [] } = platforms.find(({ id }) => id === platform) ?? {}
    const controlProps = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true }

    const add = async (event) => {
      event.preventDefault()
      setBusy(true)
      setError(undefined)
      try {
        const { body } = await callApi('scan', { platform, handle: handle.trim(), variant })
        const { displayName, handle: name, url } = body.profile
        const profile = { platform, variant, handle: body.handle, label: displayName ?? name, url }
        onChange(uniqueBy([...profiles, profile], sourceOf))
        setHandle('')
      } catch (caught) {
        setError(caught)
      }
      setBusy(false)
    }

    return h(
      Fragment,
      null,
      h(
        'form',
        { className: 'central-posts-choose-profile', onSubmit: add },
        h(SelectControl, {
          label: __('Platform', 'central-posts'),
          value: platform,
          options: platforms.map(({ id, name }) => ({ value: id, label: name })),
          onChange: (id) => {
            setPlatform(id)
            setVariant('posts')
          },
          ...controlProps,
        }),
        h(SelectControl, {
          label: __('Which posts', 'central-posts'),
          value: variant,
          options: variants.map(({ id, meaning }) => ({ value: id, label: meaning })),
          onChange: setVariant,
          ...controlProps,
        }),
        h(TextControl, {
          label: __('Profile name or URL', 'central-posts'),
          value: handle,
          placeholder: handles[0] ?? '',
          onChange: setHandle,
          ...controlProps,
        }),
        h(
          Button,
          { variant: 'secondary', type: 'submit', isBusy, disabled: isBusy || handle.trim() === '', ...controlProps },
          __('Add profile', 'central-posts'),
        ),
      ),
      h(ErrorNotice, { error }),
      profiles.length > 0 &&
        h(
          'ul',
          { className: 'central-posts-profiles', 'aria-label': __('Profiles', 'central-posts') },
          profiles.map((profile) =>
            h(
              'li',
              { key: sourceOf(profile), className: 'central-posts-words' },
              `${profile.label ?? profile.handle} (${sourceOf(profile)}) `,
              h(
                Button,
                {
                  variant: 'link',
                  isDestructive: true,
                  onClick: () => onChange(profiles.filter((each) => each !== profile)),
                  /* translators: %s: name of a profile. */
                  'aria-label': sprintf(__('Remove %s', 'central-posts'), profile.label ?? profile.handle),
                },
                __('Remove', 'central-posts'),
              ),
            ),
          ),
        ),
    )
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

  /** Errors that keep the modal open. After any other error, the block shows the posts once it is saved. */
  const BLOCKING_ERRORS = ['too_many_shown', 'rest_invalid_param']

  const SELECTED = 'selected'
  const LATEST = 'latest'

  const PostsModal = ({ attributes, onChoose, onClose }) => {
    const [source, setSource] = useState(
      attributes.sources.length > 0 || attributes.posts.length === 0 ? LATEST : SELECTED,
    )
    const [list, setList] = useState('posts')
    const [profiles, setProfiles] = useState(() => {
      // The saved links contain their names and URLs, if each profile has one.
      const links = attributes.links.length === attributes.sources.length ? attributes.links : []
      return attributes.sources.map((reference, index) => ({
        ...profileOf(reference),
        label: links[index]?.text,
        url: links[index]?.url,
      }))
    })
    // The saved selection, which is kept even if the request for its details fails.
    const [selection, setSelection] = useState(() => {
      const parse = (references) =>
        uniqueBy(
          references.flatMap((reference) => postOf(reference, attributes.links)),
          postReferenceOf,
        )
      return { posts: parse(attributes.posts), hidden: parse(attributes.hidden) }
    })
    const [error, setError] = useState()
    const [isBusy, setBusy] = useState(false)
    const updateSelection = (change) =>
      setSelection(({ posts, hidden }) => ({ posts: change(posts), hidden: change(hidden) }))

    useEffect(() => {
      const references = [...attributes.posts, ...attributes.hidden]
      if (references.length === 0) return
      callApi('describe', { posts: references }).then(({ posts, profiles: describedProfiles }) => {
        const described = new Map(posts.map(({ word, ...post }) => [word, post]))
        // A page that loaded earlier has set the handle already.
        const describe = (each) => {
          const { handle, id } = each.handle === '' ? {} : each
          const known = described.get(postReferenceOf(each)) ?? each
          return { ...known, handle: handle ?? known.handle, id: id ?? known.id }
        }
        updateSelection((list) => list.map(describe))
        setProfiles((current) => (current.length > 0 ? current : describedProfiles))
      }, setError)
    }, [])

    const isSelection = source === SELECTED
    const isReady = isSelection ? selection.posts.length > 0 : profiles.length > 0
    const confirm = async () => {
      setBusy(true)
      const posts = selection.posts.map(postReferenceOf)
      const sources = isSelection ? [] : profiles.map(sourceOf)
      const error = await keep({ posts, sources }).then(
        () => undefined,
        (caught) => caught,
      )
      if (BLOCKING_ERRORS.includes(error?.code)) {
        setError(error)
        setBusy(false)
        return
      }
      const linked = isSelection
        ? selection.posts.map((post) => ({ url: post.url, text: post.text || post.url }))
        : profiles
      onChoose({
        sources,
        posts,
        hidden: isSelection ? [] : selection.hidden.map(postReferenceOf),
        links:
          !isSelection && String(sources) === String(attributes.sources)
            ? attributes.links
            : linked.filter(({ url }) => url).map(({ url, text, label }) => ({ url, text: text ?? label })),
      })
    }

    return h(
      Modal,
      { title: __('Select posts', 'central-posts'), onRequestClose: onClose, isFullScreen: true },
      h(
        'div',
        { className: 'central-posts-choose' },
        h(RadioControl, {
          label: __('Which posts to show', 'central-posts'),
          selected: source,
          options: [
            { value: LATEST, label: __('Latest posts', 'central-posts') },
            { value: SELECTED, label: __('Selected posts', 'central-posts') },
          ],
          onChange: setSource,
        }),
        h(ErrorNotice, { error }),
        h(ProfileList, { profiles, onChange: setProfiles }),
        !isSelection &&
          profiles.length > 0 &&
          h(RadioControl, {
            label: __('Selected posts are', 'central-posts'),
            selected: list,
            options: [
              { value: 'posts', label: __('pinned to the top', 'central-posts') },
              { value: 'hidden', label: __('hidden', 'central-posts') },
            ],
            onChange: setList,
          }),
        profiles.length > 0 &&
          h(PostSelection, {
            key: isSelection ? 'posts' : list,
            profiles,
            selected: isSelection ? selection.posts : selection[list],
            onChange: (posts) =>
              setSelection({ ...selection, [isSelection ? 'posts' : list]: uniqueBy(posts, postReferenceOf) }),
            onPage: (platform, body) => updateSelection((posts) => withProfileHandle(posts, platform, body)),
          }),
        h(
          'div',
          { className: 'central-posts-choose-end' },
          h(Button, { variant: 'tertiary', onClick: onClose }, __('Cancel', 'central-posts')),
          h(
            Button,
            { variant: 'primary', onClick: confirm, isBusy, disabled: isBusy || !isReady },
            __('Show these posts', 'central-posts'),
          ),
        ),
      ),
    )
  }

  window.centralPosts = { ...window.centralPosts, callApi, keep, onKept, sourceOf, PostsModal, ErrorNotice }
})()
