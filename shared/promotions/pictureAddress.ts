import { parseUrl } from '#shared/shell/urls.ts'

/**
 * The address of a picture, which must be of the app's own origin.
 * @returns null for any other address
 */
export function pictureAddress(imageUrl: string, origin: string): string | null {
  if (imageUrl === '') return null
  const url = parseUrl(imageUrl, origin)
  if (!url || url.origin !== origin || url.username !== '') return null
  return url.pathname + url.search
}
