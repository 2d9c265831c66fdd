import { Banknote } from 'lucide-react'
import { useState } from 'react'
import { fuelName, km } from '#app/features/car/carFormat.ts'
import { ProductIcon } from '#app/features/movements/ProductIcon.tsx'
import { carLog } from '#contract/car/carLog.ts'
import { type DateFilter, shortDate, toRange } from '#contract/dates.ts'
import { type Car, isFuelEntry, kindName, type LogEntry } from '#contract/entities/car/logEntry.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useSelectedItem } from '#kit/browser/useSelectedParam.ts'
import { Button } from '#kit/display/Button.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { litres, money } from '#kit/format/numbers.ts'
import { Section } from '#kit/layout/Section.tsx'

// Chunks of their own: they only open on a tap.
const TypedEntryForm = lazyComponent(
  async () => (await import('#app/features/car/TypedEntryForm.tsx')).TypedEntryForm,
)
const PurchaseForm = lazyComponent(
  async () => (await import('#app/features/car/PurchaseForm.tsx')).PurchaseForm,
)

interface Props {
  plate: string
  period: DateFilter
  own: readonly Car[]
}

/** The log of a car in a period, each entry with its form in a sheet. */
export function CarEntries({ plate, period, own }: Props) {
  const request = { plate, ...toRange(period), count: 50 }
  const query = useInfiniteCall(carLog, request)
  const entries = query.data?.flatMap((page) => page.entries) ?? []
  const { item, isOpen, isMissing, choose, close } = useSelectedItem('id', entries)
  return (
    <Section title="Libreta" action={<AddEntry plate={plate}>Anotar otra carga o gasto</AddEntry>}>
      {isMissing && !query.isPending && (
        <Alert tone="warn">Esa carga no está acá: probá con otro período u otro auto.</Alert>
      )}
      <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />} block="la libreta">
        {() =>
          entries.length === 0 ? (
            <p className="text-soft">No hay cargas ni gastos de este auto en el período.</p>
          ) : (
            <List label="Libreta">{entries.map((entry) => entryRow(entry, choose))}</List>
          )
        }
      </QueryView>
      <LoadMore
        key={JSON.stringify(request)}
        query={query}
        count={entries.length}
        within="en este período"
      />
      {item && (
        <LazySheet open={isOpen} onClose={close} title={titleOf(item)}>
          {item.kind === 'purchase' ? (
            <PurchaseForm key={item.id} entry={item} own={own} onDone={close} />
          ) : (
            <TypedEntryForm key={item.id} entry={item} plate={plate} onDone={close} />
          )}
        </LazySheet>
      )}
    </Section>
  )
}

/** A button that opens the form of a new entry. */
export function AddEntry({ plate, children }: { plate: string; children: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {children}
      </Button>
      <LazySheet open={isOpen} onClose={() => setOpen(false)} title="Anotar">
        <TypedEntryForm entry={undefined} plate={plate} onDone={() => setOpen(false)} />
      </LazySheet>
    </>
  )
}

const titleOf = ({ kind, product }: LogEntry) =>
  kind === 'purchase' ? productName(product) : kindName(kind)

function entryRow(entry: LogEntry, onOpen: (id: string) => void) {
  const { id, kind, datetime, place, product, millilitres, odometer, full, missed } = entry
  const isFuel = isFuelEntry(entry)
  return (
    <ListItem
      key={id}
      onPress={() => onOpen(id)}
      mark={isFuel ? <ProductIcon product={product} /> : <IconCircle icon={Banknote} tone="warn" />}
      title={isFuel ? `${fuelName(product)} · ${litres(millilitres)}` : kindName(kind)}
      detail={[shortDate(datetime), place, full && 'tanque lleno', missed && 'falta una antes']
        .filter(Boolean)
        .join(' · ')}
      trailing={money(entry.amount, entry.currency)}
      note={
        odometer === null
          ? isFuel && <span className="font-semibold text-brand-text">Agregar kilómetros</span>
          : km(odometer)
      }
    />
  )
}
