// Grammar of platforms' names in sentences.

/** “Mastodon and compatible servers are …”, “Feeds (RSS, Atom, JSON Feed) are …”, “YouTube is …”. */
export const isOrAre = (name: string): 'is' | 'are' => (/ and |^Feeds\b/.test(name) ? 'are' : 'is')
