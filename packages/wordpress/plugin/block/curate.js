// The controls for what a block shows of its profiles, in the block's sidebar: filters. The values are those of class Filter.
// approval.js has those for approval.

;(() => {
  const { InspectorControls } = wp.blockEditor
  const { CheckboxControl, FormTokenField, PanelBody, ToggleControl } = wp.components
  const { createElement: h } = wp.element
  const { __ } = wp.i18n
  const { Approval } = window.centralPosts

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

  window.centralPosts.CurateControls = (block) => {
    const { attributes, setAttributes } = block
    const { kinds, sources } = attributes
    /** The attribute is empty for all kinds. */
    const chosen = kinds.length > 0 ? kinds : KINDS.map(([kind]) => kind)
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

    // The empty group keeps their place above the controls for the layout.
    if (sources.length === 0) return h(InspectorControls)
    return h(
      InspectorControls,
      null,
      h(
        PanelBody,
        { title: __('Choose what is shown', 'central-posts') },
        h(Approval, block),
        toggle('reposts', __('Reposts', 'central-posts')),
        toggle('replies', __('Replies to others', 'central-posts')),
      ),
      h(
        PanelBody,
        { title: __('Filter posts', 'central-posts'), initialOpen: false },
        h(
          'fieldset',
          { className: 'central-posts-kinds' },
          h('legend', null, __('Kinds of posts', 'central-posts')),
          KINDS.map(([kind, label]) =>
            h(CheckboxControl, {
              key: kind,
              label,
              checked: chosen.includes(kind),
              // A feed without any kind of posts would be empty.
              disabled: chosen.length === 1 && chosen[0] === kind,
              onChange: (isOn) => {
                const changed = isOn ? [...chosen, kind] : chosen.filter((each) => each !== kind)
                setAttributes({ kinds: changed.length === KINDS.length ? [] : changed })
              },
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
