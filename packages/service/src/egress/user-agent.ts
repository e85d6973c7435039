/** What the service calls itself in its requests; `contactUrl` in ASCII, as a header field has to be. */
export const userAgentOf = (contactUrl: string): string => `CentralAPI/1.0 (+${contactUrl})`
