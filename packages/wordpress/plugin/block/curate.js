// The controls for what a block shows of its profiles, in the block's sidebar: filters, and approval. The values are those of class
// Filter.

;(() => {
  const { InspectorControls } = wp.blockEditor
  const { Button, CheckboxControl, FormTokenField, Notice, PanelBody, ToggleControl } = wp.components
  const { createElement: h, useEffect, useState } = wp.element
  const { __, _n, sprintf } = wp.i18n
  const { callApi } = window.centralPosts

  const KINDS = [
    ['image', __('Image', 'central-posts')],
    ['gallery', __('Gallery', 'central-posts')],
    ['video', __('Video', 'central-posts')],
    ['audio', __('Audio', 'central-posts')],
    ['article', __('Article', 'central-posts')],
    ['text', __('Text', 'central-posts')],
    ['link', __('Link', 'central-posts')],
    ['poll', __('Poll', 'central-posts')],
  ]

  const LISTS = [
    ['words', __('Only posts with one of these words', 'central-posts')],
    ['hidewords', __('No posts with any of these words', 'central-posts')],
    ['tags', __('Only posts with one of these hashtags', 'central-posts')],
    ['hidetags', __('No posts with any of these hashtags', 'central-posts')],
    ['hideauthors', __('No posts by these authors', 'central-posts')],
  ]

  /** The last response of the route, which the sidebar and the canvas share. */
  let last = { key: '' }

  /** What the site has stored about the sources: `byOthers`, `always`, `waiting` and `url`. */
  const useCuration = ({ sources, approved }) => {
    const [found, setFound] = useState()
    const key = JSON.stringify([sources, approved])
    useEffect(() => {
      let isCurrent = true
      if (last.key !== key && sources.length > 0) last = { key, response: callApi('curation', { sources }) }
      last.response?.then((response) => isCurrent && setFound(response)).catch(() => {})
      return () => {
        isCurrent = false
      }
    }, [key])
    return sources.length > 0 ? found : undefined
  }

  /** Says that anybody can post at the sources of a block, and offers approval. */
  const Offer = ({ attributes, setAttributes, canDismiss = false }) => {
    const { byOthers, always } = useCuration(attributes) ?? {}
    const [isDismissed, setDismissed] = useState(false)
    if (!byOthers || always || attributes.approved || isDismissed) return null
    const approve = {
      label: __('Show only what I approved', 'central-posts'),
      variant: 'primary',
      onClick: () => setAttributes({ approved: true }),
    }
    const showAll = {
      label: __('Show all posts', 'central-posts'),
      variant: 'secondary',
      onClick: () => setDismissed(true),
    }
    return h(
      Notice,
      {
        status: 'warning',
        isDismissible: false,
        className: 'central-posts-offer',
        actions: canDismiss ? [approve, showAll] : [approve],
      },
      __('These posts are by other people. Anybody can post there.', 'central-posts'),
    )
  }

  const Approval = ({ attributes, setAttributes }) => {
    const { always, waiting, url } = useCuration(attributes) ?? {}
    const isOn = attributes.approved || always
    return [
      h(Offer, { key: 'offer', attributes, setAttributes }),
      h(ToggleControl, {
        key: 'approved',
        label: __('Only what I approved', 'central-posts'),
        help: always
          ? __('These profiles need approval on every page. Change this under Tools → Approve posts.', 'central-posts')
          : __('New posts wait under Tools → Approve posts, and visitors do not see them.', 'central-posts'),
        checked: Boolean(isOn),
        disabled: always,
        onChange: (value) => setAttributes({ approved: value }),
        __nextHasNoMarginBottom: true,
      }),
      isOn &&
        waiting > 0 &&
        url &&
        h(
          Button,
          { key: 'queue', variant: 'secondary', href: url, target: '_blank' },
          /* translators: %s: number of posts. */
          sprintf(_n('Approve %s waiting post', 'Approve %s waiting posts', waiting, 'central-posts'), waiting),
        ),
    ]
  }

  window.centralPosts.ApprovalOffer = (props) => h(Offer, { ...props, canDismiss: true })

  window.centralPosts.CurateControls = ({ attributes, setAttributes }) => {
    const { kinds, sources } = attributes
    if (sources.length === 0) return null
    const toggle = (name, label) =>
      h(ToggleControl, {
        key: name,
        label,
        checked: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
        __nextHasNoMarginBottom: true,
      })
    const list = ([name, label]) =>
      h(FormTokenField, {
        key: name,
        label,
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
        __experimentalShowHowTo: false,
        __next40pxDefaultSize: true,
        __nextHasNoMarginBottom: true,
      })

    return h(
      InspectorControls,
      null,
      h(
        PanelBody,
        { title: __('Choose what is shown', 'central-posts') },
        h(Approval, { attributes, setAttributes }),
        toggle('reposts', __('Reposts', 'central-posts')),
        toggle('replies', __('Replies to others', 'central-posts')),
      ),
      h(
        PanelBody,
        { title: __('Filter posts', 'central-posts'), initialOpen: false },
        h(
          'fieldset',
          { className: 'central-posts-kinds' },
          h('legend', null, __('Kinds of posts (none: all)', 'central-posts')),
          KINDS.map(([kind, label]) =>
            h(CheckboxControl, {
              key: kind,
              label,
              checked: kinds.includes(kind),
              onChange: (isOn) =>
                setAttributes({ kinds: isOn ? [...kinds, kind] : kinds.filter((each) => each !== kind) }),
              __nextHasNoMarginBottom: true,
            }),
          ),
        ),
        h('div', { className: 'central-posts-lists' }, LISTS.map(list)),
        h('p', null, __('Press Enter after each. Posts that you pinned are always shown.', 'central-posts')),
      ),
    )
  }
})()
