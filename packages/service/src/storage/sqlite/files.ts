export type SqliteFiles = { readonly file: string; readonly cacheFile: string }

/** The cache file is next to the store: `central.db` → `central.cache.db`. */
export const sqliteFiles = (file: string): SqliteFiles => ({
  file,
  cacheFile: file === ':memory:' ? ':memory:' : `${file.replace(/\.(db|sqlite3?)$/, '')}.cache.db`,
})
