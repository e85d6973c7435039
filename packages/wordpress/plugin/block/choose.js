// The modal in which posts are chosen: profiles, the selector, and in which way posts come. Asks this site, never the service.
// Written against what WordPress has in `wp`, so that it is its own source and needs no build; editor.js takes it from
// `window.centralPosts`, where the server has put what it knows of this site.

;(() => {
  const { apiFetch } = wp
  const { Button, Modal, Notice, RadioControl, SelectControl, Spinner, TextControl } = wp.components
  const { createElement: h, Fragment, useEffect, useRef, useState } = wp.element
  const { __, sprintf } = wp.i18n

  const TAG = 'central-post-selector'
  const { platforms = [], selector } = window.centralPosts ?? {}

  const ask = (path, data, signal) => apiFetch({ path: `/central-posts/v1/${path}`, method: 'POST', data, signal })

  /** All that the selector says; how failures are said comes with them. */
  const SELECTOR_WORDS = {
    legend: __('Posts of {profile}', 'central-posts'),
    filter: __('Filter', 'central-posts'),
    profile: __('Profile', 'central-posts'),
    search: __('Search', 'central-posts'),
    kind: __('Kind', 'central-posts'),
    allKinds: __('All kinds', 'central-posts'),
    from: __('From', 'central-posts'),
    until: __('Until', 'central-posts'),
    clear: __('Clear the filter', 'central-posts'),
    hint: __(
      'The arrow keys go from post to post. Space chooses one; Shift and Space choose all from the last choice up to here.',
      'central-posts',
    ),
    undated: __('No date', 'central-posts'),
    wordless: __('Without words', 'central-posts'),
    open: __('Open', 'central-posts'),
    openOf: __('Open the post in a new window: {post}', 'central-posts'),
    noPicture: __('The picture cannot be shown', 'central-posts'),
    covered: __('Sensitive content', 'central-posts'),
    uncover: __('Show the picture', 'central-posts'),
    uncoverOf: __('Show the picture of: {post}', 'central-posts'),
    loading: __('Loading posts…', 'central-posts'),
    more: __('Show more', 'central-posts'),
    all: __('These are all posts.', 'central-posts'),
    empty: __('There are no posts here yet.', 'central-posts'),
    noMatch: __('None of the posts that are loaded match.', 'central-posts'),
    noMatchYet: __('None of the posts that are loaded match. Older ones may: load more of them.', 'central-posts'),
    retry: __('Try again', 'central-posts'),
    chosenTitle: __('Chosen posts', 'central-posts'),
    chosenEmpty: __('Nothing is chosen yet.', 'central-posts'),
    moveUp: __('Move up: {post}', 'central-posts'),
    moveDown: __('Move down: {post}', 'central-posts'),
    remove: __('Remove: {post}', 'central-posts'),
    removed: __('Removed: {post}', 'central-posts'),
    movedTo: __('Now in place {place} of {count}: {post}', 'central-posts'),
    kinds: {
      text: __('Text', 'central-posts'),
      article: __('Article', 'central-posts'),
      image: __('Picture', 'central-posts'),
      video: __('Video', 'central-posts'),
      audio: __('Audio', 'central-posts'),
      gallery: __('Gallery', 'central-posts'),
      link: __('Link', 'central-posts'),
      poll: __('Poll', 'central-posts'),
    },
  }

  /** How a post is named in `posts` and `hidden`: by its address where it has one. */
  const wordOf = ({ platform, url, id }) => `${platform}:${url ?? id}`

  /** How a profile is named in `sources`, and back. */
  const sourceOf = ({ platform, variant = 'posts', handle }) =>
    `${platform}${variant === 'posts' ? '' : `/${variant}`}:${handle}`
  const profileOf = (word) => {
    const {
      platform,
      variant = 'posts',
      handle,
    } = /^(?<platform>[^/:]+)(?:\/(?<variant>[^:]+))?:(?<handle>.+)$/.exec(word).groups
    return { platform, variant, handle }
  }

  /** A post by its word alone, for as long as nothing more is known of it; the links may have its text. */
  const postOf = (word, links) => {
    const { platform, id } = /^\s*(?<platform>[^/:]+)(?:\/[^:]+)?:(?<id>.*\S)/.exec(word)?.groups ?? {}
    if (platform === undefined) return []
    const url = /^https?:\/\//.test(id) ? id : null
    const text = links.find((link) => link.url === url)?.text ?? id
    return [{ platform, handle: '', id, url, kind: null, publishedAt: null, text }]
  }

  /** Whether both are the same post: of one that is known by its id alone, the address may come later. */
  const isSame = (one, other) => wordOf(one) === wordOf(other) || (one.url === null && one.id === other.id)

  /** The chosen posts as a page names them: by the profile’s own handle, which is not always that of the author. */
  const namedAs = (chosen, platform, { handle, posts }) =>
    chosen.map((each) => {
      const post = each.platform === platform && posts.find(({ id, url }) => isSame(each, { platform, id, url }))
      return post ? { ...each, handle, id: post.id, url: post.url } : each
    })

  const uniqueBy = (list, keyOf) => [...new Map(list.map((each) => [keyOf(each), each])).values()]

  const Trouble = ({ error }) =>
    error ? h(Notice, { status: 'error', isDismissible: false }, error.message ?? String(error)) : null

  /** Whose posts: one profile or more. */
  const ChooseProfiles = ({ profiles, onChange }) => {
    const [platform, setPlatform] = useState(platforms[0]?.id ?? '')
    const [variant, setVariant] = useState('posts')
    const [handle, setHandle] = useState('')
    const [error, setError] = useState()
    const [isBusy, setBusy] = useState(false)
    const { variants = [], handles = [] } = platforms.find(({ id }) => id === platform) ?? {}
    const look = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true }

    const add = async (event) => {
      event.preventDefault()
      setBusy(true)
      setError(undefined)
      try {
        const { body } = await ask('scan', { platform, handle: handle.trim(), variant })
        const { displayName, handle: name, url } = body.profile
        const profile = { platform, variant, handle: body.handle, label: displayName ?? name, url }
        onChange(uniqueBy([...profiles, profile], sourceOf))
        setHandle('')
      } catch (failure) {
        setError(failure)
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
          ...look,
        }),
        h(SelectControl, {
          label: __('Which posts', 'central-posts'),
          value: variant,
          options: variants.map(({ id, meaning }) => ({ value: id, label: meaning })),
          onChange: setVariant,
          ...look,
        }),
        h(TextControl, {
          label: __('Name or address of the profile', 'central-posts'),
          value: handle,
          placeholder: handles[0] ?? '',
          onChange: setHandle,
          ...look,
        }),
        h(
          Button,
          { variant: 'secondary', type: 'submit', isBusy, disabled: isBusy || handle.trim() === '', ...look },
          __('Add the profile', 'central-posts'),
        ),
      ),
      h(Trouble, { error }),
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

  /** The selector asks through this, as it would ask the service; `onPage` is told of what came. */
  const readerFor =
    (onPage) =>
    async (request, { signal }) => {
      try {
        const page = await ask('scan', request, signal)
        onPage(request.platform, page.body)
        return page
      } catch (failure) {
        if (failure?.name === 'AbortError') throw failure
        throw { code: failure?.code, sentence: failure?.message }
      }
    }

  const NO_SCRIPT = __(
    'The list of posts cannot be shown, because its script did not load. Check the connection, and whether a security plugin or an ad blocker blocks it; then reload this page.',
    'central-posts',
  )

  /** The element lives in this document, where it is defined, and not in the canvas, where it never would be. */
  const SelectPosts = ({ profiles, chosen, onChange, onPage }) => {
    const place = useRef()
    const element = useRef()
    const [isDefined, setDefined] = useState(false)
    const [error, setError] = useState()
    useEffect(() => {
      let isGone = false
      import(selector)
        .then(({ PostSelector }) => {
          PostSelector.define(TAG)
          if (!isGone) setDefined(true)
        })
        .catch(() => {
          if (!isGone) setError({ message: NO_SCRIPT })
        })
      return () => {
        isGone = true
      }
    }, [])
    useEffect(() => {
      if (!isDefined || element.current) return
      element.current = Object.assign(document.createElement(TAG), {
        source: readerFor(onPage),
        strings: SELECTOR_WORDS,
      })
      element.current.setAttribute('max', '100')
      place.current.append(element.current)
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
      if (current.value !== JSON.stringify(chosen)) current.chosen = chosen
      const take = () => onChange(current.chosen)
      current.addEventListener('change', take)
      return () => current.removeEventListener('change', take)
    })
    return h(Fragment, null, h(Trouble, { error }), !isDefined && !error && h(Spinner), h('div', { ref: place }))
  }

  /** After any other failure the block shows what is chosen once it is saved. */
  const REFUSALS = ['too_many_shown', 'rest_invalid_param']

  const HAND = 'hand'
  const NEWEST = 'newest'

  const ChoosePosts = ({ attributes, onChoose, onClose }) => {
    const [way, setWay] = useState(attributes.sources.length > 0 || attributes.posts.length === 0 ? NEWEST : HAND)
    const [list, setList] = useState('posts')
    const [profiles, setProfiles] = useState(() => {
      // Their names and addresses stand in the links, where each of them has one.
      const links = attributes.links.length === attributes.sources.length ? attributes.links : []
      return attributes.sources.map((word, at) => ({
        ...profileOf(word),
        label: links[at]?.text,
        url: links[at]?.url,
      }))
    })
    // What was chosen before, whatever becomes of the call that tells more of it.
    const [chosen, setChosen] = useState(() => {
      const of = (words) =>
        uniqueBy(
          words.flatMap((word) => postOf(word, attributes.links)),
          wordOf,
        )
      return { posts: of(attributes.posts), hidden: of(attributes.hidden) }
    })
    const [error, setError] = useState()
    const [isBusy, setBusy] = useState(false)
    const rename = (change) => setChosen(({ posts, hidden }) => ({ posts: change(posts), hidden: change(hidden) }))

    useEffect(() => {
      const words = [...attributes.posts, ...attributes.hidden]
      if (words.length === 0) return
      ask('describe', { posts: words }).then(({ posts, profiles: theirs }) => {
        const described = new Map(posts.map(({ word, ...post }) => [word, post]))
        // A page that came before has named it already.
        const tell = (each) => {
          const { handle, id } = each.handle === '' ? {} : each
          const known = described.get(wordOf(each)) ?? each
          return { ...known, handle: handle ?? known.handle, id: id ?? known.id }
        }
        rename((list) => list.map(tell))
        setProfiles((mine) => (mine.length > 0 ? mine : theirs))
      }, setError)
    }, [])

    const isByHand = way === HAND
    const isReady = isByHand ? chosen.posts.length > 0 : profiles.length > 0
    const choose = async () => {
      setBusy(true)
      const posts = chosen.posts.map(wordOf)
      const sources = isByHand ? [] : profiles.map(sourceOf)
      const failure = await ask('keep', { posts, sources }).then(
        () => undefined,
        (refusal) => refusal,
      )
      if (REFUSALS.includes(failure?.code)) {
        setError(failure)
        setBusy(false)
        return
      }
      const named = isByHand ? chosen.posts.map((post) => ({ url: post.url, text: post.text || post.url })) : profiles
      onChoose({
        sources,
        posts,
        hidden: isByHand ? [] : chosen.hidden.map(wordOf),
        links:
          !isByHand && String(sources) === String(attributes.sources)
            ? attributes.links
            : named.filter(({ url }) => url).map(({ url, text, label }) => ({ url, text: text ?? label })),
      })
    }

    return h(
      Modal,
      { title: __('Choose posts', 'central-posts'), onRequestClose: onClose, isFullScreen: true },
      h(
        'div',
        { className: 'central-posts-choose' },
        h(RadioControl, {
          label: __('Which posts to show', 'central-posts'),
          selected: way,
          options: [
            { value: NEWEST, label: __('The newest by themselves', 'central-posts') },
            { value: HAND, label: __('Those that I choose', 'central-posts') },
          ],
          onChange: setWay,
        }),
        h(Trouble, { error }),
        h(ChooseProfiles, { profiles, onChange: setProfiles }),
        !isByHand &&
          profiles.length > 0 &&
          h(RadioControl, {
            label: __('What is chosen below', 'central-posts'),
            selected: list,
            options: [
              { value: 'posts', label: __('always stands first', 'central-posts') },
              { value: 'hidden', label: __('is never shown', 'central-posts') },
            ],
            onChange: setList,
          }),
        profiles.length > 0 &&
          h(SelectPosts, {
            key: isByHand ? 'posts' : list,
            profiles,
            chosen: isByHand ? chosen.posts : chosen[list],
            onChange: (posts) => setChosen({ ...chosen, [isByHand ? 'posts' : list]: uniqueBy(posts, wordOf) }),
            onPage: (platform, body) => rename((posts) => namedAs(posts, platform, body)),
          }),
        h(
          'div',
          { className: 'central-posts-choose-end' },
          h(Button, { variant: 'tertiary', onClick: onClose }, __('Cancel', 'central-posts')),
          h(
            Button,
            { variant: 'primary', onClick: choose, isBusy, disabled: isBusy || !isReady },
            __('Show these posts', 'central-posts'),
          ),
        ),
      ),
    )
  }

  window.centralPosts = { ...window.centralPosts, ask, ChoosePosts, Trouble }
})()
