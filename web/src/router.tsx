import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readApprovalsState } from './screens/approvals/approvals-state.ts'
import { readDocumentState } from './screens/document/document-state.ts'
import { readEventsState } from './screens/events/events-state.ts'
import { readIndexState } from './screens/index/index-state.ts'
import { readSearchState } from './screens/search/search-state.ts'
import { readSettingsState } from './screens/settings/settings-state.ts'
import { readTableState } from './screens/webset/table-state.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell })

const search = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readSearchState,
  component: lazyRouteComponent(() => import('./screens/search/search-screen.tsx'), 'SearchScreen'),
})

const websets = createRoute({
  getParentRoute: () => root,
  path: '/websets',
  component: lazyRouteComponent(() => import('./screens/websets/websets-screen.tsx'), 'WebsetsScreen'),
})

const webset = createRoute({
  getParentRoute: () => root,
  path: '/websets/$id',
  validateSearch: readTableState,
  component: lazyRouteComponent(() => import('./screens/webset/webset-screen.tsx'), 'WebsetScreen'),
})

const index = createRoute({
  getParentRoute: () => root,
  path: '/index',
  validateSearch: readIndexState,
  component: lazyRouteComponent(() => import('./screens/index/index-screen.tsx'), 'IndexScreen'),
})

const document = createRoute({
  getParentRoute: () => root,
  path: '/index/$id',
  validateSearch: readDocumentState,
  component: lazyRouteComponent(() => import('./screens/document/document-screen.tsx'), 'DocumentScreen'),
})

const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: readApprovalsState,
  component: lazyRouteComponent(() => import('./screens/approvals/approvals-screen.tsx'), 'ApprovalsScreen'),
})

const approval = createRoute({
  getParentRoute: () => root,
  path: '/approvals/$id',
  component: lazyRouteComponent(() => import('./screens/approvals/approval-screen.tsx'), 'ApprovalScreen'),
})

const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  validateSearch: readEventsState,
  component: lazyRouteComponent(() => import('./screens/events/events-screen.tsx'), 'EventsScreen'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: readSettingsState,
  component: lazyRouteComponent(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen'),
})

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      search,
      websets,
      webset,
      approvals,
      approval,
      index,
      document,
      events,
      settings,
    ]),
    defaultPreload: 'intent',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
