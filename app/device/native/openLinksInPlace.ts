/**
 * Opens the app's own links that ask for another tab in this view: a phone has no tabs, and the system
 * browser cannot open the app's origin. Links to other sites open in the system browser.
 */
export function followOwnLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[target=_blank]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
    event.preventDefault()
    location.hash = link.hash
  })
}
