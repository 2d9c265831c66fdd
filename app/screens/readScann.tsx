import { useLocation, useNavigate } from '@tanstack/react-router'
import { Camera, Flashlight, X } from 'lucide-react'
import { useState } from 'react'
import { serverOrigin } from '#app/device/platform.ts'
import { FindDebt } from '#app/features/scanner/FindDebt.tsx'
import { ForeignCode } from '#app/features/scanner/ForeignCode.tsx'
import { scannedPaymentRequest, scannedReference } from '#app/features/scanner/scannedReference.ts'
import { type ScannerState, useScanner } from '#app/features/scanner/useScanner.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { DEBTS_BY_CARD } from '#app/requests.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { Button } from '#kit/display/Button.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { Skeleton } from '#kit/feedback/QueryView.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'

/** Chunks of their own: the scanner is drawn without them. */
const StationPayment = lazyComponent(
  async () => (await import('#app/features/stationPayment/StationPayment.tsx')).StationPayment,
  ({ failure }) => failure || <Skeleton shape="hero" />,
)
const PayAtTerminal = lazyComponent(
  async () => (await import('#app/features/stationPayment/PayAtTerminal.tsx')).PayAtTerminal,
  ({ failure }) => failure || <Skeleton shape="chart" />,
)

const SCANNER = { title: 'Escanear y pagar', url: '/readScann' }

/** The payment request of the address, which a till's QR opens, or the payment screen with a scanner. */
export default function ReadScann() {
  const { payment = '' } = useLocation({
    select: ({ search }) => search as Readonly<Record<string, string>>,
  })
  if (payment !== '')
    return (
      <AppScreen key={payment} title="Pagar en la estación" parent={SCANNER}>
        <StationPayment code={payment} />
      </AppScreen>
    )
  return <ScanOrType />
}

const WAYS = [
  { value: 'scan', label: 'Escanear' },
  { value: 'type', label: 'Escribir' },
] as const

/** Two ways to what a till asks to be paid; a desktop, whose camera reads no QR of a till, begins with typing. */
function ScanOrType() {
  const isDesktop = useIsDesktop()
  const [chosen, setChosen] = useState<(typeof WAYS)[number]['value']>()
  const way = chosen ?? (isDesktop ? 'type' : 'scan')
  return (
    <AppScreen title={SCANNER.title}>
      <SegmentedControl label="Cómo pagar" options={WAYS} value={way} onChange={setChosen} />
      {way === 'scan' ? (
        <Scanner />
      ) : (
        <>
          <PayAtTerminal />
          <FindDebt />
        </>
      )}
    </AppScreen>
  )
}

/** Reads the QR code of a till or of an invoice, and shows what it asks to pay. */
function Scanner() {
  const navigate = useNavigate()
  const debts = useCallQuery(getDebts, DEBTS_BY_CARD).data?.debts ?? []
  const [foreign, setForeign] = useState('')
  const { state, video, start, stop } = useScanner((text) => {
    const payment = scannedPaymentRequest(text, serverOrigin())
    const reference = scannedReference(text, serverOrigin(), debts)
    if (payment !== null) void navigate({ to: '/readScann', search: { payment } })
    else if (reference !== null) void navigate({ to: '/payment', search: { reference } })
    else {
      setForeign(text)
      return false
    }
    navigator.vibrate?.(60)
    return true
  })
  const isOn = state.kind === 'starting' || state.kind === 'scanning'
  return (
    <section aria-label="Escáner" className="flex flex-col gap-4">
      {isOn ? (
        <>
          <div className="relative overflow-hidden rounded-card bg-scrim shadow-card">
            {/* The picture of the camera has no sound. */}
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
            <video
              ref={video}
              muted
              playsInline
              aria-label="Imagen de la cámara"
              className="aspect-4/3 w-full object-cover sm:aspect-video"
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 m-auto aspect-square h-3/5 rounded-card border-4 border-sun"
            />
          </div>
          <output className="text-center text-soft">
            {state.kind === 'starting'
              ? 'Abriendo la cámara…'
              : 'Apuntá al código QR de la caja o de la factura.'}
          </output>
          <div className="flex flex-wrap gap-2">
            {state.kind === 'scanning' && state.setTorch && <Torch set={state.setTorch} />}
            <Button kind="plain" onClick={stop}>
              <X aria-hidden="true" size={20} />
              Cerrar la cámara
            </Button>
          </div>
        </>
      ) : (
        <Closed kind={state.kind} onStart={start} />
      )}
      {foreign !== '' && <ForeignCode text={foreign} />}
    </section>
  )
}

type ClosedKind = Exclude<ScannerState['kind'], 'starting' | 'scanning'>

const TEXTS: Record<ClosedKind, { title: string; text: string }> = {
  off: {
    title: 'Escaneá el código de la caja o de tu factura',
    text: 'Usamos la cámara solo para leerlo: la imagen no sale de este dispositivo.',
  },
  denied: {
    title: 'No podemos usar la cámara',
    text: 'Todavía no nos dejás usarla. Permitila en los ajustes, o elegí «Escribir» acá arriba.',
  },
  absent: {
    title: 'No encontramos una cámara',
    text: 'No pasa nada: elegí «Escribir» acá arriba.',
  },
  busy: {
    title: 'La cámara está ocupada',
    text: 'Puede que la esté usando otra aplicación. Cerrala y probá de nuevo.',
  },
  unreadable: {
    title: 'No pudimos preparar el lector',
    text: 'Fijate si tenés conexión y probá de nuevo, o elegí «Escribir» acá arriba.',
  },
}

function Closed({ kind, onStart }: { kind: ClosedKind; onStart: () => void }) {
  const { title, text } = TEXTS[kind]
  return (
    <EmptyState
      picture="scan"
      title={title}
      action={
        <Button onClick={onStart}>
          <Camera aria-hidden="true" size={20} />
          {kind === 'off' ? 'Abrir la cámara' : 'Probar de nuevo'}
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}

function Torch({ set }: { set: (on: boolean) => Promise<void> }) {
  const [isOn, setIsOn] = useState(false)
  return (
    <Button
      kind="quiet"
      aria-pressed={isOn}
      onClick={() => void set(!isOn).then(() => setIsOn(!isOn), console.warn)}
    >
      <Flashlight aria-hidden="true" size={20} />
      Linterna
    </Button>
  )
}
