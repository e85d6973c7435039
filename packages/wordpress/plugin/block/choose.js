// The modal for selecting posts: whether to show the latest or selected posts, and of which profiles.

;(() => {
  const { Button, Modal } = wp.components
  const { createElement: h, Fragment, useEffect, useId, useState } = wp.element
  const { __, _n, sprintf } = wp.i18n
  const { callApi, keep, ErrorNotice, PostSelection, Profiles } = window.centralPosts
  const { postReferenceOf, sourceOf, profileOf, postOf, withProfileHandle, uniqueBy } = window.centralPosts

  /** Errors that keep the modal open. After any other error, the block shows the posts once it is saved. */
  const BLOCKING_ERRORS = ['too_many_shown', 'rest_invalid_param']

  const SELECTED = 'selected'
  const LATEST = 'latest'
  const SOURCES = [
    [LATEST, __('Latest posts', 'central-posts'), __('New posts appear by themselves.', 'central-posts')],
    [
      SELECTED,
      __('Selected posts', 'central-posts'),
      __('Only the posts that you select, in your order.', 'central-posts'),
    ],
  ]
  const LISTS = [
    ['posts', __('pinned to the top', 'central-posts')],
    ['hidden', __('hidden', 'central-posts')],
  ]

  /** Radio buttons in one row. `options`: value, label, and a description that may be missing. */
  const Choice = ({ legend, options, value, onChange, className }) => {
    const id = useId()
    return h(
      'fieldset',
      { className: `central-posts-choice ${className}` },
      h('legend', null, legend),
      options.map(([each, label, description]) =>
        h(
          'div',
          { key: each, className: 'central-posts-option' },
          h('input', {
            type: 'radio',
            id: `${id}-${each}`,
            name: id,
            checked: value === each,
            onChange: () => onChange(each),
            'aria-describedby': description && `${id}-${each}-about`,
          }),
          h('label', { htmlFor: `${id}-${each}` }, label),
          description && h('span', { id: `${id}-${each}-about`, className: 'central-posts-about-option' }, description),
        ),
      ),
    )
  }

  /** How many posts are selected, in words. */
  const summaryOf = (isSelection, { posts, hidden }) => {
    /* translators: %s: number of posts. */
    const selected = sprintf(_n('%s post selected', '%s posts selected', posts.length, 'central-posts'), posts.length)
    /* translators: 1: number of posts that are pinned, 2: number of posts that are hidden. */
    const both = sprintf(__('%1$s pinned, %2$s hidden', 'central-posts'), posts.length, hidden.length)
    return isSelection ? selected : both
  }

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
      const isByOthers = !isSelection && profiles.some(({ byOthers }) => byOthers)
      onChoose({
        sources,
        posts,
        // Where anybody can post, visitors see only what was approved, unless the owner decides otherwise.
        approved: attributes.approved || isByOthers,
        hidden: isSelection ? [] : selection.hidden.map(postReferenceOf),
        links:
          !isSelection && String(sources) === String(attributes.sources)
            ? attributes.links
            : linked.filter(({ url }) => url).map(({ url, text, label }) => ({ url, text: text ?? label })),
      })
    }

    return h(
      Modal,
      {
        title: __('Select posts', 'central-posts'),
        onRequestClose: onClose,
        isFullScreen: true,
        className: 'central-posts-modal',
      },
      h(
        'div',
        { className: 'central-posts-choose' },
        h(Choice, {
          legend: __('Which posts to show', 'central-posts'),
          options: SOURCES,
          value: source,
          onChange: setSource,
          className: 'is-large',
        }),
        h(ErrorNotice, { error }),
        h(Profiles, { profiles, onChange: setProfiles }),
        profiles.length > 0 &&
          h(
            Fragment,
            null,
            !isSelection &&
              h(Choice, {
                legend: __('Selected posts are', 'central-posts'),
                options: LISTS,
                value: list,
                onChange: setList,
                className: 'is-inline',
              }),
            h(PostSelection, {
              key: isSelection ? 'posts' : list,
              profiles,
              selected: isSelection ? selection.posts : selection[list],
              onChange: (posts) =>
                setSelection({ ...selection, [isSelection ? 'posts' : list]: uniqueBy(posts, postReferenceOf) }),
              onPage: (platform, body) => updateSelection((posts) => withProfileHandle(posts, platform, body)),
            }),
          ),
        h(
          'div',
          { className: 'central-posts-choose-end' },
          h(
            'span',
            { className: 'central-posts-summary' },
            isReady
              ? summaryOf(isSelection, selection)
              : isSelection && profiles.length > 0
                ? __('Select at least one post.', 'central-posts')
                : __('Add a profile to see its posts.', 'central-posts'),
          ),
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

  window.centralPosts.PostsModal = PostsModal
})()
