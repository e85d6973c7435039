/** The service's `User-Agent`. `contactUrl` must be ASCII, as in any header field. */
export const userAgentOf = (contactUrl: string): string => `CentralAPI/1.0 (+${contactUrl})`
