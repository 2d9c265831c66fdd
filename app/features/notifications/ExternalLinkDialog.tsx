import type { LinkTarget } from '#app/features/notifications/linkTarget.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'

interface Props {
  /** The site to open; null closes the dialog. */
  target: LinkTarget | null
  onClose: () => void
}

/** Names the host of another site before it is opened in a tab of its own. */
export function ExternalLinkDialog({ target, onClose }: Props) {
  const site = target?.kind === 'site' ? target : null
  const last = useLastDefined(site)
  if (!last) return null
  return (
    <LazyConfirmDialog
      open={site !== null}
      title={`¿Ir a ${last.host}?`}
      onCancel={onClose}
      onOk={() => {
        window.open(last.href, '_blank', 'noopener,noreferrer')
        onClose()
      }}
    >
      Es una página de afuera de Surtidor. Se abre aparte, y acá no se pierde nada.
    </LazyConfirmDialog>
  )
}
