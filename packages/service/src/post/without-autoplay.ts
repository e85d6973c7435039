// Removes autoplay from a player's URL: readers start videos, not pages.

const PARAMETER = /(?<=[?&])auto_?play(?:=(?:1|true|yes|on)?)?(?:&|(?=#|$))/gi
/** A separator without parameters after it. */
const BARE_MARK = /[?&](?=#|$)/

/** Keeps `autoplay=0`: some players start without it. */
export const withoutAutoplay = (url: string | null | undefined): string | null => {
  if (url === null || url === undefined || !/auto_?play/i.test(url)) return url ?? null
  const shorter = url.replace(PARAMETER, '')
  return shorter === url ? url : shorter.replace(BARE_MARK, '')
}
