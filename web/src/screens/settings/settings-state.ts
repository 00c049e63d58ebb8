export const settingsTabs = ['keys', 'usage', 'connect', 'server'] as const
export type SettingsTab = (typeof settingsTabs)[number]

export interface SettingsState {
  readonly tab?: SettingsTab
}

export function readSettingsState(given: Record<string, unknown>): SettingsState {
  const tab = settingsTabs.find((one) => one === given.tab)
  return tab ? { tab } : {}
}
