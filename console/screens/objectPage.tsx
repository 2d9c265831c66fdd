import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { ActionSheet } from '#console/features/ActionSheet.tsx'
import { BarChart } from '#console/features/BarChart.tsx'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { ObjectTable } from '#console/features/ObjectTable.tsx'
import { isEmpty, ObjectValue, valueCell } from '#console/features/ObjectValue.tsx'
import { PromotionPreview } from '#console/features/PromotionPreview.tsx'
import { saveCsv } from '#console/features/saveCsv.ts'
import { Timeline } from '#console/features/Timeline.tsx'
import { useKind } from '#console/features/useKind.ts'
import { objectRequest } from '#console/objectRequests.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import type { ObjectAction, ObjectPage as Page } from '#contract/console/objectPage.ts'
import { object } from '#contract/operator/object.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Section } from '#kit/layout/Section.tsx'

const MessagePicture = lazyComponent(
  async () => (await import('#console/features/MessagePicture.tsx')).MessagePicture,
)

/** Milliseconds after which an open page asks again: a state may be in progress. */
const REFRESH_MS = 10_000

/** The page of one object: what it is, what belongs to it, what happened, and what can be done. */
export default function ObjectPage() {
  const { kind, id } = useKind()
  const { title, path } = kindOf(kind)
  const [shown, setShown] = useState(false)
  const query = useCallQuery(
    object,
    objectRequest(kind, id, shown),
    // What is shown was recorded: asking again would record it again.
    shown ? { staleTime: Number.POSITIVE_INFINITY } : { refetchInterval: REFRESH_MS },
  )
  const [asked, ask] = useState<ObjectAction>()
  const page = query.data?.page
  return (
    <ConsoleScreen title={page?.title ?? title} parent={{ title, url: path }}>
      <QueryView query={query} skeleton={<Skeleton shape="card" count={3} />}>
        {({ page }) => (
          <>
            <PageHead page={page} onShow={() => setShown(true)} onAsk={ask} />
            <div className="grid gap-6 lg:grid-cols-2">
              {page.groups.filter(hasFacts).map((group) => (
                <Card key={group.title} {...(group.title && { title: group.title })}>
                  <DescriptionList
                    facts={group.facts.map(
                      ({ name, value }) =>
                        !isEmpty(value) && { name, value: <ObjectValue value={value} /> },
                    )}
                  />
                </Card>
              ))}
              {page.texts?.map(({ title, text }) => (
                <Card key={title} title={title}>
                  <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
                </Card>
              ))}
            </div>
            {page.picture && <MessagePicture messageId={page.picture} />}
            {page.preview && <PromotionPreview promotion={page.preview} />}
            {page.charts?.map((chart) => (
              <Card key={chart.title} title={chart.title}>
                <BarChart chart={chart} />
              </Card>
            ))}
            {page.tables.map((table) => (
              <Section key={table.title} title={table.title}>
                <ObjectTable table={table} />
                {table.fileName && table.rows.length > 0 && <SaveTable table={table} />}
              </Section>
            ))}
            {page.timeline.length > 0 && (
              <Section title="Qué pasó">
                <Timeline entries={page.timeline} />
              </Section>
            )}
          </>
        )}
      </QueryView>
      {asked && (
        <ActionSheet
          key={asked.name}
          kind={kind}
          targets={[{ id, name: page?.title ?? '' }]}
          {...(page?.texts && { texts: page.texts })}
          action={asked}
          onClose={() => ask(undefined)}
        />
      )}
    </ConsoleScreen>
  )
}

const hasFacts = ({ facts }: Page['groups'][number]) => facts.some(({ value }) => !isEmpty(value))

function SaveTable({ table }: { table: Page['tables'][number] }) {
  const { fileName = '', columns, rows } = table
  return (
    <Button
      kind="plain"
      onClick={() =>
        saveCsv(
          fileName,
          columns,
          rows.map((cells) => cells.map(valueCell)),
        )
      }
    >
      <FileSpreadsheet aria-hidden="true" size={18} />
      Descargar en CSV
    </Button>
  )
}

interface HeadProps {
  page: Page
  onShow: () => void
  onAsk: (action: ObjectAction) => void
}

/** The remark of an operator, which every kind has, comes after what the kind has of its own. */
const isNote = ({ name }: ObjectAction) => name === 'note'
const isMain = (action: ObjectAction) => !isNote(action)

function PageHead({ page, onShow, onAsk }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {page.badges.map((badge) => (
        <ObjectValue key={badge.text} value={badge} />
      ))}
      {/* On a phone in equal columns, as many as fit the text. */}
      <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 sm:ml-auto sm:flex sm:w-auto sm:flex-wrap sm:justify-end">
        {page.masked && (
          <div className="order-last col-span-full grid sm:order-none">
            <Button kind="plain" onClick={onShow}>
              Mostrar datos personales
            </Button>
          </div>
        )}
        {[...page.actions.filter(isMain), ...page.actions.filter(isNote)].map((action) => (
          <Button key={action.name} kind="quiet" onClick={() => onAsk(action)}>
            {action.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
