// Hosts of Bluesky itself. All others belong to whoever runs them.

/** Resolves handles by DNS and HTTPS, and shows profiles to anybody. */
export const APPVIEW = 'https://public.api.bsky.app'
export const PLC_DIRECTORY = 'https://plc.directory'
/** Signs in accounts whose owner names neither a handle nor a server: most are hosted there. */
export const HOME = 'bsky.social'
