// The bare page of the login: the same form as ours, rendered in the browser by React without libraries.
import './bare.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function Login() {
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  async function send(event) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [user, password] = [fields.get('email'), fields.get('password')]
    if (!user || !password) return setFailure('Completá tu correo y tu contraseña.')
    setBusy(true)
    try {
      const answer = await fetch('/api/user/process/login', {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: JSON.stringify({ requestHeader: {}, user, password }),
      })
      const { responseHeader } = await answer.json()
      setFailure(responseHeader.responseCode === '00' ? '' : responseHeader.responseDescription)
    } catch {
      setFailure('No pudimos conectarnos.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <main>
      <h1>Ingresá</h1>
      <p>Tus puntos, tus cargas y tus pagos, juntos.</p>
      <form onSubmit={(event) => void send(event)}>
        <label>
          Correo electrónico
          <input name="email" type="email" autoComplete="username" />
        </label>
        <label>
          Contraseña
          <input name="password" type="password" autoComplete="current-password" />
        </label>
        <label className="check">
          <input name="remember" type="checkbox" /> Recordarme en este dispositivo
        </label>
        {failure && <p role="alert">{failure}</p>}
        <button type="submit" disabled={busy}>
          Ingresar
        </button>
      </form>
      <nav>
        <a href="#/resetPassword">Olvidé mi contraseña</a>
        <p>
          ¿Todavía no tenés cuenta? <a href="#/register">Creala</a>
        </p>
        <a href="#/faq">Preguntas frecuentes</a>
        <a href="#/termandCondition">Términos y condiciones</a>
      </nav>
    </main>
  )
}

createRoot(document.getElementById('root')).render(<Login />)
