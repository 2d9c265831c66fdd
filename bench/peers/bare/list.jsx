// The bare page of the list: the same rows and texts as our movements, in React without libraries.
import './bare.css'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const money = new Intl.NumberFormat('es-UY', { minimumFractionDigits: 2 })
const litres = new Intl.NumberFormat('es-UY', { minimumFractionDigits: 3 })
const heading = new Intl.DateTimeFormat('es-UY', { weekday: 'long', day: 'numeric', month: 'long' })

function App() {
  const [hash, setHash] = useState(location.hash)
  // Kept while the hash changes: the second visit makes no call, as in our app.
  const [movements, setMovements] = useState(null)
  useEffect(() => {
    const update = () => setHash(location.hash)
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  }, [])
  if (hash !== '#/movements') return <h1>Inicio</h1>
  return <Movements movements={movements} onArrival={setMovements} />
}

function Movements({ movements, onArrival }) {
  useEffect(() => {
    if (movements) return
    void fetch('/api/financial/process/movements', { method: 'POST', body: '{"count":50}' })
      .then((answer) => answer.json())
      .then((answer) => onArrival(answer.movements))
  }, [movements, onArrival])
  if (!movements) return <p>Cargando…</p>
  const days = Object.groupBy(movements, ({ datetime }) => datetime.slice(0, 8))
  return (
    <main>
      <h1>Movimientos</h1>
      {Object.keys(days)
        .sort()
        .reverse()
        .map((day) => (
          <section key={day}>
            <h2>{heading.format(dateOf(day))}</h2>
            <ul>
              {days[day].map((movement) => (
                <Row key={movement.rrn} movement={movement} />
              ))}
            </ul>
          </section>
        ))}
    </main>
  )
}

const dateOf = (day) => new Date(+day.slice(0, 4), +day.slice(4, 6) - 1, +day.slice(6, 8))

function Row({ movement }) {
  const { product, branchName, datetime, millilitres, amount, points } = movement
  const clock = `${datetime.slice(8, 10)}:${datetime.slice(10, 12)}`
  const quantity = millilitres > 0 ? ` · ${litres.format(millilitres / 1000)} l` : ''
  return (
    <li>
      <button type="button" onClick={() => console.log(movement.rrn)}>
        <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor">
          <path d="M3 22h12M4 9h10M14 22V4a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v18" />
          <path d="M14 13h2a2 2 0 0 1 2 2v2a2 2 0 0 0 4 0V9.8a2 2 0 0 0-.6-1.4L18 5" />
        </svg>
        <span className="what">
          <b>{product}</b>
          <span>
            {branchName} · {clock}
            {quantity}
          </span>
        </span>
        <span className="much">
          <b>$ {money.format(amount / 100)}</b>
          <span>{points > 0 ? `+${points} puntos` : ''}</span>
        </span>
      </button>
    </li>
  )
}

createRoot(document.getElementById('root')).render(<App />)
