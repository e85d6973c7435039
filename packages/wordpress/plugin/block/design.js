// The controls for layout, shape and parts of the cards, in the block's sidebar. The values are those of class Design.

;(() => {
  const { InspectorControls } = wp.blockEditor
  const { PanelBody, RangeControl, SelectControl, ToggleControl } = wp.components
  const { createElement: h } = wp.element
  const { __ } = wp.i18n

  const SIZE = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true }

  const LAYOUTS = [
    ['grid', __('Grid', 'central-posts')],
    ['masonry', __('Masonry', 'central-posts')],
    ['list', __('List', 'central-posts')],
    ['carousel', __('Carousel', 'central-posts')],
    ['highlight', __('Highlight: the first post large', 'central-posts')],
    ['justified', __('Photo rows', 'central-posts')],
    ['timeline', __('Timeline', 'central-posts')],
    ['single', __('Full posts', 'central-posts')],
  ]
  /** Layouts with columns, and those of them that show fewer where a card would become too narrow. */
  const WITH_COLUMNS = ['grid', 'masonry', 'carousel', 'highlight']
  const WITH_FEWER = ['grid', 'masonry', 'carousel']

  const STEPS = [
    ['', __('Theme', 'central-posts')],
    ['none', __('None', 'central-posts')],
    ['small', __('Small', 'central-posts')],
    ['medium', __('Medium', 'central-posts')],
    ['large', __('Large', 'central-posts')],
  ]
  const SHAPES = {
    ratio: [
      __('Image proportions', 'central-posts'),
      [
        ['', __('Layout', 'central-posts')],
        ...['1/1', '4/5', '3/4', '2/3', '9/16', '5/4', '4/3', '3/2', '16/9'].map((ratio) => [
          ratio,
          ratio.replace('/', ':'),
        ]),
        ['original', __('Original', 'central-posts')],
      ],
    ],
    gap: [__('Gap', 'central-posts'), STEPS],
    corner: [__('Corners', 'central-posts'), STEPS],
    shadow: [__('Shadow', 'central-posts'), STEPS],
    hover: [
      __('On hover', 'central-posts'),
      [
        ['', __('Nothing', 'central-posts')],
        ['lift', __('Lift the card', 'central-posts')],
        ['zoom', __('Zoom the image', 'central-posts')],
        ['dim', __('Dim the image', 'central-posts')],
      ],
    ],
  }

  const PARTS = [
    ['head', __('Profile', 'central-posts')],
    ['bio', __('Bio', 'central-posts')],
    ['visit', __('Follow button', 'central-posts')],
    ['author', __('Author', 'central-posts')],
    ['date', __('Date', 'central-posts')],
    ['text', __('Text', 'central-posts')],
    ['counts', __('Counts', 'central-posts')],
    ['mark', __('Platform mark', 'central-posts')],
    ['link', __('Link to the post', 'central-posts')],
    ['more', __('Load more', 'central-posts')],
    ['profile', __('Link to the profile', 'central-posts')],
    ['lightbox', __('Lightbox', 'central-posts')],
  ]

  /** Most lines of text before “more”. */
  const MAX_LINES = 40

  const toOptions = (pairs) => pairs.map(([value, label]) => ({ value, label }))

  window.centralPosts.DesignControls = ({ attributes, setAttributes }) => {
    const { layout, columns, without, sources } = attributes
    const range = (name, label, min, max, help) =>
      h(RangeControl, {
        key: name,
        label,
        help,
        value: attributes[name],
        min,
        max,
        onChange: (value) => setAttributes({ [name]: value }),
        ...SIZE,
      })
    const select = (name, label, pairs) =>
      h(SelectControl, {
        key: name,
        label,
        value: attributes[name],
        options: toOptions(pairs),
        onChange: (value) => setAttributes({ [name]: value }),
        ...SIZE,
      })
    const number = (name, label, max) =>
      h(SelectControl, {
        key: name,
        label,
        value: String(attributes[name]),
        options: toOptions([
          ['0', __('Automatic', 'central-posts')],
          ...Array.from({ length: max }, (_, at) => [String(at + 1), String(at + 1)]),
        ]),
        onChange: (value) => setAttributes({ [name]: Number(value) }),
        ...SIZE,
      })
    const toggle = (part, label) =>
      h(ToggleControl, {
        key: part,
        label,
        checked: !without.includes(part),
        onChange: (isOn) =>
          setAttributes({ without: isOn ? without.filter((each) => each !== part) : [...without, part] }),
        __nextHasNoMarginBottom: true,
      })

    return h(
      InspectorControls,
      null,
      h(
        PanelBody,
        { title: __('Layout', 'central-posts') },
        select('layout', __('Layout', 'central-posts'), LAYOUTS),
        WITH_COLUMNS.includes(layout) && [
          range(
            'columns',
            __('Columns', 'central-posts'),
            1,
            6,
            WITH_FEWER.includes(layout) && columns > 1
              ? __('Where this many cards would be too narrow, the page shows fewer columns.', 'central-posts')
              : undefined,
          ),
          number('tablet', __('Columns on tablets', 'central-posts'), 6),
          number('phone', __('Columns on phones', 'central-posts'), 6),
        ],
        sources.length > 0 && range('count', __('Number of posts', 'central-posts'), 1, 20),
        sources.length > 1 &&
          select('order', __('Order', 'central-posts'), [
            ['balanced', __('Posts of every profile on each page', 'central-posts')],
            ['newest', __('Newest first', 'central-posts')],
          ]),
      ),
      h(
        PanelBody,
        { title: __('Cards', 'central-posts'), initialOpen: false },
        Object.entries(SHAPES).map(([name, [label, pairs]]) => select(name, label, pairs)),
        number('lines', __('Lines of text', 'central-posts'), MAX_LINES),
      ),
      h(
        PanelBody,
        { title: __('Parts', 'central-posts'), initialOpen: false },
        PARTS.map(([part, label]) => toggle(part, label)),
      ),
    )
  }
})()
