// Fills in a test card with one tap and spaces the number. The form works without this script.
const form = document.querySelector('form.card')
const field = (name) => form.elements.namedItem(name)
const status = form.querySelector('[role=status]')

for (const button of document.querySelectorAll('button.use')) {
  button.hidden = false
  button.addEventListener('click', () => {
    field('number').value = button.dataset.number
    if (field('holder').value === '') field('holder').value = 'Persona de Prueba'
    field('expiry').value = '12/30'
    field('cvv').value = '123'
    status.textContent = 'Tarjeta de prueba cargada.'
    form.scrollIntoView({ block: 'start', behavior: 'smooth' })
    form.querySelector('button.main').focus({ preventScroll: true })
  })
}

// Formatting in the middle of the text would move the cursor.
const atEnd = (input) => input.selectionStart === input.value.length

field('number').addEventListener('input', ({ target }) => {
  if (!atEnd(target)) return
  target.value = target.value
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
})

field('expiry').addEventListener('input', ({ target, inputType }) => {
  if (!atEnd(target) || inputType?.startsWith('delete')) return
  const digits = target.value.replaceAll(/\D/g, '').slice(0, 4)
  target.value = digits.length >= 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
})

let sent = false
form.addEventListener('submit', (event) => {
  if (sent) event.preventDefault()
  sent = true
  form.setAttribute('aria-busy', 'true')
  status.textContent = 'Un momento, estamos hablando con el emisor…'
})
// The back button restores the page from the cache in the state after the submission.
addEventListener('pageshow', () => {
  sent = false
  form.removeAttribute('aria-busy')
})
