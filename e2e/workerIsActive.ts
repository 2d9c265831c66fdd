import type { Page } from 'playwright-core'

/** Waits until the service worker has stored everything and serves the page. */
export const workerIsActive = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    const controlled = new Promise((changed) => {
      serviceWorker.addEventListener('controllerchange', changed, { once: true })
    })
    if (!serviceWorker.controller) await controlled
    await serviceWorker.ready
  })
