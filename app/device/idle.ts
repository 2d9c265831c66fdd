/**
 * Runs a task when the browser is idle, after 5 s at the latest; after 500 ms in Safari, which has
 * no `requestIdleCallback`.
 */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 5_000 })
  else setTimeout(task, 500)
}
