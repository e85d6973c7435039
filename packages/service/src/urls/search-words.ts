// The shape of search words in the URLs of federated servers. People find a remote profile by searching for its handle,
// so the URL of such a search names that profile.

export const SEARCH_WORDS = '(?![!@]?[^@\\s/]+@[^@\\s/]+$)[^/]+'
