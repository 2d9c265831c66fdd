/**
 * Loads the chunk of a screen. When a deploy has removed it, the router reloads the page at the new
 * route. Without a network that reload would be the browser's error page: the error is then one that
 * the router draws.
 */
export const loadScreenChunk =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      throw new Error('the screen is not stored on this device', { cause: error })
    }
  }
