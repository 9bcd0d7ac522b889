'use client'
import { lazy, Suspense, useState } from 'react'
import type { FileFacts } from '#components/connections/import/session/engine.ts'
import { sendable } from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { providerName } from '#lib/domains/connections/providers.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { CheckTable } from './check-table.tsx'
import { ChoicesCard } from './choices-card.tsx'
import { FileCard } from './file-card.tsx'
import { LookUpCard } from './look-up-card.tsx'
import { SendOptions } from './send-options.tsx'
import { Card, Columns, Footer } from './step-layout.tsx'

const StartQuestion = lazy(() => import('./start-question.tsx').then((part) => ({ default: part.StartQuestion })))

/** The dry run: what would be sent, what would not, and why. */
export function CheckStep({ file, environment }: { file: FileFacts; environment: Environment }) {
  const { session, state } = useImportSession()
  const [asks, setAsks] = useState(false)
  const { summary, settings, look_up } = state
  const count = summary ? sendable(summary) : 0
  const start = () => void session.start()
  const side = (
    <>
      <FileCard file={file} />
      <ChoicesCard summary={summary} settings={settings} />
      <LookUpCard lookUp={look_up} label={environment.label} />
      <Card title="Sending">
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <SendOptions />
        </div>
      </Card>
      <Notice kind="info">
        <p>
          {providerName(settings.provider)}: works only for connections made with your own OAuth application, set up for
          this source.
        </p>
      </Notice>
    </>
  )
  return (
    <>
      <Columns side={side}>
        {summary ? (
          <CheckTable file={file} summary={summary} />
        ) : (
          <Card className="min-h-0 flex-1">
            <div role="status" className="flex flex-col gap-3 p-4">
              <span className="sr-only">Checking the rows</span>
              {[...Array(8).keys()].map((line) => (
                <Skeleton key={line} className="after-300ms h-4 w-full" />
              ))}
            </div>
          </Card>
        )}
      </Columns>
      <Footer
        words={
          <p aria-live="polite">
            {summary ? `${countOf(count, 'row')} will be sent.` : 'Checking the rows.'}{' '}
            {summary && summary.errors > 0 && (
              <span className="font-heading text-ink">
                {countOf(summary.errors, 'row with an error is', 'rows with errors are')} left out.
              </span>
            )}
          </p>
        }
      >
        <Button onPress={() => session.goTo('columns')}>Back</Button>
        <Button
          look="primary"
          isDisabled={count === 0}
          onPress={() => (environment.kind === 'production' ? setAsks(true) : start())}
        >
          Import {countOf(count, 'connection')}
        </Button>
      </Footer>
      {asks && (
        <Suspense fallback={null}>
          <StartQuestion
            environment={environment}
            count={count}
            source={providerName(settings.provider)}
            onStart={() => {
              setAsks(false)
              start()
            }}
            onClose={() => setAsks(false)}
          />
        </Suspense>
      )}
    </>
  )
}
