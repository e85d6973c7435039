// URLs of a video: its page, its Short, its player.

const SITE = 'https://www.youtube.com'

export const watchUrl = (id: string): string => `${SITE}/watch?v=${id}`
export const shortUrl = (id: string): string => `${SITE}/shorts/${id}`
export const embedUrl = (id: string): string => `${SITE}/embed/${id}`

export const playlistUrl = (id: string): string => `${SITE}/playlist?list=${id}`
