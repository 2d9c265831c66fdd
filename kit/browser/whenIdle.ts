/**
 * Runs a task when the next frame is drawn and the browser idle, 5 s after that frame at the latest;
 * after 500 ms in Safari, which has no `requestIdleCallback`. A browser may be idle between a change
 * of the page and the frame that shows it: what the task loads would delay that frame.
 */
export function whenIdle(task: () => void): void {
  requestAnimationFrame(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 5_000 })
    else setTimeout(task, 500)
  })
}
