// Copies the number of a test card with one tap. The numbers can be read without this script.
const status = document.querySelector('[role=status]')

for (const button of document.querySelectorAll('button.use')) {
  if (!navigator.clipboard) break
  button.hidden = false
  const label = button.firstChild
  const text = label.data
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.number)
    label.data = 'Copiado'
    status.textContent = `Número copiado: ${button.dataset.number}`
    setTimeout(() => {
      label.data = text
    }, 2000)
  })
}
