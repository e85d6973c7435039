// What a file is called, by its URL: the end of its path, and what a proxy that serves it says of the file behind it.

/** Parameters in which proxies carry the URL of a file, or its name: Lemmy, pict-rs, Misskey, and others. */
const BEHIND = ['url', 'proxy', 'src', 'name', 'filename'] as const
const LONGEST = 2_048

/** The likeliest first. */
export const fileNames = (address: string): readonly string[] => {
  const url = URL.parse(address)
  if (url === null) return []
  const behind = BEHIND.flatMap((name) => url.searchParams.get(name)?.slice(0, LONGEST) ?? [])
  // A proxy names its own form of the file in its path, and the file itself behind that.
  return [...behind.map((each) => URL.parse(each)?.pathname ?? each), url.pathname]
}
