// Candidates for a file's name, from its URL: the end of its path, and the file that a proxy's URL names.

/** Parameters in which proxies carry the URL or the name of a file: Lemmy, pict-rs, Misskey, and others. */
const PROXY_PARAMETERS = ['url', 'proxy', 'src', 'name', 'filename'] as const
const MAX_LENGTH = 2_048

/** The most likely name first. */
export const fileNames = (source: string): readonly string[] => {
  const url = URL.parse(source)
  if (url === null) return []
  const behind = PROXY_PARAMETERS.flatMap((name) => url.searchParams.get(name)?.slice(0, MAX_LENGTH) ?? [])
  // The path of a proxy's URL names the converted file. The parameter names the original.
  return [...behind.map((each) => URL.parse(each)?.pathname ?? each), url.pathname]
}
