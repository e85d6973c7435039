// The profiles in the modal: a list, in which each can be removed and has a menu of its posts, and a field that adds one.

;(() => {
  const { Button, SelectControl } = wp.components
  const { createElement: h } = wp.element
  const { __, sprintf } = wp.i18n
  const { SourceField, platforms = [], sourceOf, uniqueBy } = window.centralPosts

  const platformOf = (profile) => platforms.find(({ id }) => id === profile.platform)

  /** Which posts of a profile can be shown. Those of a saved hashtag or list are not known. */
  const variantsOf = (profile) =>
    profile.variants ?? (/^[\w.@-]+$/.test(profile.handle) ? (platformOf(profile)?.variants ?? []) : [])

  /** A profile in the list, with its platform and the menu of its posts. */
  const Profile = ({ profile, onChange, onRemove }) => {
    const name = profile.label ?? profile.handle
    const variants = variantsOf(profile)
    return h(
      'li',
      { className: 'central-posts-chip' },
      h(
        'span',
        { className: 'central-posts-words' },
        h('strong', { dir: 'auto' }, name),
        h('span', { className: 'central-posts-platform' }, platformOf(profile)?.label ?? profile.platform),
      ),
      variants.length > 1 &&
        h(SelectControl, {
          /* translators: %s: name of a profile. */
          label: sprintf(__('Which posts by %s', 'central-posts'), name),
          hideLabelFromVision: true,
          value: profile.variant,
          options: variants.map(({ id, meaning }) => ({ value: id, label: meaning })),
          onChange: (variant) => onChange({ ...profile, variant }),
          size: 'compact',
          __nextHasNoMarginBottom: true,
        }),
      h(
        Button,
        {
          variant: 'tertiary',
          size: 'small',
          isDestructive: true,
          onClick: onRemove,
          /* translators: %s: name of a profile. */
          'aria-label': sprintf(__('Remove %s', 'central-posts'), name),
        },
        __('Remove', 'central-posts'),
      ),
    )
  }

  const Profiles = ({ profiles, onChange }) => {
    const add = ({ platform, handle, variant, variants, label, url, byOthers }) =>
      onChange(uniqueBy([...profiles, { platform, handle, variant, variants, label, url, byOthers }], sourceOf))
    return h(
      'div',
      { className: 'central-posts-profiles-part' },
      profiles.length > 0 &&
        h(
          'ul',
          { className: 'central-posts-profiles', 'aria-label': __('Profiles', 'central-posts') },
          profiles.map((profile, index) =>
            h(Profile, {
              key: `${profile.platform}:${profile.handle}`,
              profile,
              onChange: (changed) => onChange(profiles.map((each, place) => (place === index ? changed : each))),
              onRemove: () => onChange(profiles.filter((each) => each !== profile)),
            }),
          ),
        ),
      h(SourceField, {
        label: __('Profile name or URL', 'central-posts'),
        action: __('Add profile', 'central-posts'),
        only: 'profile',
        onFound: add,
      }),
      h(window.centralPosts.ConnectedAccounts, { onFound: add }),
    )
  }

  window.centralPosts.Profiles = Profiles
})()
