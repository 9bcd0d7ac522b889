import { createContext, useContext } from 'react'

/** Only the current row's controls are in the tab order: three in each of 500 rows would lead nowhere. */
export const TabStopContext = createContext(true)

export function useTabIndex() {
  return useContext(TabStopContext) ? 0 : -1
}
