'use client'
import type { Demo } from '#lib/demo/use-demo.ts'
import { endTour, finishTour, goToStep, type Run, startTour } from './run.ts'
import { TourPlayer } from './tour-player.tsx'
import { TOURS } from './tours.ts'

interface RunningTourProps {
  run: Run
  demo: Demo
  environment: string
}

export function RunningTour({ run, demo, environment }: RunningTourProps) {
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
