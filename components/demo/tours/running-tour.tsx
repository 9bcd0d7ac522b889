import type { Demo } from '#lib/demo/use-demo.ts'
import { endTour, finishTour, goToStep, type Run, startTour } from './run.ts'
import { TourPlayer } from './tour-player.tsx'
import { TOURS } from './tours.ts'

export function RunningTour({ run, demo, environment }: { run: Run; demo: Demo; environment: string }) {
  return (
    <TourPlayer
      key={run.turn}
      tour={TOURS[run.tour]}
      turn={run.turn}
      step={run.step}
      isDone={run.is_done}
      control={demo.control}
      environment={environment}
      onStep={goToStep}
      onFinish={finishTour}
      onRestart={() => startTour(run.tour)}
      onEnd={endTour}
    />
  )
}
