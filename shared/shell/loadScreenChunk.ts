import { lazyRouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { REQUEST_TIMEOUT } from '#contract/header.ts'

/**
 * Loads the chunk of a screen; one that has not come after a minute counts as not loaded. When a deploy
 * has removed it, the router reloads the page at the new route. Without a network that reload would be
 * the browser's error page: the error is then one that the router draws.
 */
export const loadScreenChunk =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the screen did not come')), REQUEST_TIMEOUT)
    })
    try {
      return await Promise.race([load(), late])
    } catch (error) {
      if (navigator.onLine) throw error
      throw new Error('the screen is not stored on this device', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

/** The screen of a route: a file `screens/<route>.tsx` with a default export without props. */
export type LoadScreen = () => Promise<{ default: FunctionComponent }>

export const lazyScreen = (load: LoadScreen) => lazyRouteComponent(loadScreenChunk(load))
