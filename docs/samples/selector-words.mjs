/** For `selector.strings`: any part of it. */
export const german = {
  more: 'Mehr zeigen',
  posts: { one: '{count} Beitrag', other: '{count} Beiträge' },
  kinds: { video: 'Film' },
  errors: { profile_private: 'Dieses Profil ist nicht öffentlich.' },
}
