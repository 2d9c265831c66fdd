/** Does something once nothing better is to be done; Safari, which cannot tell, waits a moment. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 5_000 })
  else setTimeout(task, 500)
}
