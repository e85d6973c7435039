// The URL of a player → the same without what starts it by itself: a reader starts a video, not the page.

const PARAMETER = /(?<=[?&])auto_?play(?:=(?:1|true|yes|on)?)?(?:&|(?=#|$))/gi
/** A mark in front of parameters that are gone. */
const BARE_MARK = /[?&](?=#|$)/

/** A player that is told not to start stays told so: some start unless they are. */
export const withoutAutoplay = (url: string | null | undefined): string | null => {
  if (url === null || url === undefined || !/auto_?play/i.test(url)) return url ?? null
  const shorter = url.replace(PARAMETER, '')
  return shorter === url ? url : shorter.replace(BARE_MARK, '')
}
