import { Contact, CreditCard, History, Megaphone, ReceiptText, ScanLine } from 'lucide-react'
import { RouteLink } from '#kit/display/RouteLink.tsx'

const ACTIONS = [
  { title: 'Pagar', to: '/payment', icon: CreditCard },
  { title: 'Escanear', to: '/readScann', icon: ScanLine },
  { title: 'Mis pagos', to: '/listPayment', icon: ReceiptText },
  { title: 'Movimientos', to: '/movements', icon: History },
  { title: 'Mi tarjeta', to: '/loyalty', icon: Contact },
  { title: 'Promociones', to: '/promotion', icon: Megaphone },
]

/** The screens that the menu does not list, one tap away from home. */
export function QuickActions() {
  return (
    <nav aria-label="Atajos" className="@container">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(6.25rem,100%),1fr))] gap-2 sm:grid-cols-6">
        {ACTIONS.map(({ title, to, icon: Icon }) => (
          <li key={to}>
            <RouteLink
              to={to}
              className="@max-[13rem]:flex-row @max-[13rem]:min-h-14 @max-[13rem]:justify-start @max-[13rem]:px-3 flex h-full min-h-24 flex-col items-center justify-center gap-1.5 rounded-card border border-line bg-surface px-1 py-3 text-center text-sm font-medium shadow-card transition hover:bg-sunken/50 active:scale-98"
            >
              <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-tint text-brand-text">
                <Icon aria-hidden="true" size={20} />
              </span>
              <span className="min-w-0 max-w-full wrap-anywhere">{title}</span>
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
