/**
 * Leads the browser to the gateway's own page, where the card is typed. A top-level POST, so that
 * the token is in no address, history, log or referrer.
 */
export function goToGateway(pageUrl: string, token: string): void {
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
