import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readSearchState } from './screens/search/search-state.ts'
import { readTableState } from './screens/webset/table-state.ts'
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

export function createAppRouter() {
  return createRouter({ routeTree: root.addChildren([search, websets, webset]), defaultPreload: 'intent' })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
