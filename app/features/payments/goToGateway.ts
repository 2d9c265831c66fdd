/**
 * Navigates to the gateway's hosted page, where the card is typed. A top-level POST keeps the
 * token out of addresses, history, logs and referrers. On a phone the page opens in a browser over the
 * app (docs/decisions/0026-phone.md).
 */
export function goToGateway(pageUrl: string, token: string): void {
  if (globalThis.nativeImplementations)
    return void globalThis.nativeImplementations.showGateway(token)
  const form = document.createElement('form')
  form.method = 'post'
  form.action = pageUrl
  form.hidden = true
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'token'
  field.value = token
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
