import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readApprovalsState } from './screens/approvals/approvals-state.ts'
import { readDocumentState } from './screens/document/document-state.ts'
import { readEventsState } from './screens/events/events-state.ts'
import { readIndexState } from './screens/index/index-state.ts'
import { readSearchState } from './screens/search/search-state.ts'
import { readSettingsState } from './screens/settings/settings-state.ts'
import { readRunState } from './screens/run/run-state.ts'
import { readRunsState } from './screens/runs/runs-state.ts'
import { readTableState } from './screens/webset/table-state.ts'
import { readWorkflowState } from './screens/workflow/workflow-state.ts'
import { readWorkflowsState } from './screens/workflows/workflows-state.ts'
import { readWebsetsState } from './screens/websets/websets-state.ts'
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
  validateSearch: readWebsetsState,
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

const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  validateSearch: readRunsState,
  component: lazyRouteComponent(() => import('./screens/runs/runs-screen.tsx'), 'RunsScreen'),
})

const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$id',
  validateSearch: readRunState,
  component: lazyRouteComponent(() => import('./screens/run/run-screen.tsx'), 'RunScreen'),
})

const workflows = createRoute({
  getParentRoute: () => root,
  path: '/workflows',
  validateSearch: readWorkflowsState,
  component: lazyRouteComponent(() => import('./screens/workflows/workflows-screen.tsx'), 'WorkflowsScreen'),
})

const workflow = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id',
  validateSearch: readWorkflowState,
  component: lazyRouteComponent(() => import('./screens/workflow/workflow-screen.tsx'), 'WorkflowScreen'),
})

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      search,
      websets,
      webset,
      runs,
      run,
      workflows,
      workflow,
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
