/** For `selector.strings`: any subset of the strings. */
export const german = {
  more: 'Mehr zeigen',
  posts: { one: '{count} Beitrag', other: '{count} Beiträge' },
  kinds: { video: 'Film' },
  errors: { profile_private: 'Dieses Profil ist nicht öffentlich.' },
}
