import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '#app/context.ts'
import { ExternalLinkDialog } from '#app/features/notifications/ExternalLinkDialog.tsx'
import { type LinkTarget, linkTarget } from '#app/features/notifications/linkTarget.ts'
import { Button } from '#kit/display/Button.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'

const PAGE_LABELS: Readonly<Record<string, string>> = {
  '/movements': 'Ver mis movimientos',
  '/listLoyaltyMovements': 'Ver mi consumo',
  '/listPayment': 'Ver mis pagos',
  '/payment': 'Ver qué tengo para pagar',
  '/map': 'Ver las estaciones',
  '/promotion': 'Ver las promociones',
  '/commnents': 'Ver mis mensajes',
  '/faqAuth': 'Ver las preguntas frecuentes',
  '/listLoyalty': 'Ver mis afiliaciones',
  '/loyalty': 'Ver mi afiliación',
  '/editUser': 'Ver mis datos',
}

/** The button of a notification's link; nothing for a link that leads nowhere or to this screen. */
export function NotificationLink({ url }: { url: string }) {
  const roles = useSession()?.user.roles ?? []
  const here = useLocation({ select: ({ pathname }) => pathname })
  const [leaving, setLeaving] = useState<LinkTarget | null>(null)
  const target = linkTarget(url, roles)
  if (!target) return null
  if (target.kind === 'page') {
    if (target.to === here) return null
    return (
      <ButtonLink to={target.to} search={target.search} wide>
        {PAGE_LABELS[target.to] ?? 'Abrir'}
      </ButtonLink>
    )
  }
  return (
    <>
      <Button wide onClick={() => setLeaving(target)}>
        Ir a {target.host}
      </Button>
      <ExternalLinkDialog target={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}
